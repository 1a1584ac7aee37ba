-- What pages of people and leaderboards show.

-- 1: quick match brought its people together, so the match may be listed on the pages of those who make
-- their matches public, though its table was by link. Of earlier matches nobody knows it.
ALTER TABLE records ADD COLUMN quick INTEGER NOT NULL DEFAULT 0;

-- The choices that queries ask for. They follow from the preferences, so that servers which only write
-- those go on; a choice that can't be read there is not public.
ALTER TABLE accounts ADD COLUMN ratings_public INTEGER NOT NULL
    GENERATED ALWAYS AS (COALESCE(json_extract(preferences, '$.ratings_public'), 0)) VIRTUAL;
ALTER TABLE accounts ADD COLUMN matches_public INTEGER NOT NULL
    GENERATED ALWAYS AS (COALESCE(json_extract(preferences, '$.matches_public'), 0)) VIRTUAL;
