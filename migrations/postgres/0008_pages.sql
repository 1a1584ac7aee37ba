-- What pages of people and leaderboards show.

-- 1: quick match brought its people together, so the match may be listed on the pages of those who make
-- their matches public, though its table was by link. Of earlier matches nobody knows it.
ALTER TABLE records ADD COLUMN quick BIGINT NOT NULL DEFAULT 0;

-- The choices that queries ask for. They follow from the preferences, so that servers which only write
-- those go on; a choice that can't be read there is not public.
ALTER TABLE accounts ADD COLUMN ratings_public BIGINT NOT NULL
    GENERATED ALWAYS AS (COALESCE((preferences::json->>'ratings_public')::boolean, FALSE)::int) STORED;
ALTER TABLE accounts ADD COLUMN matches_public BIGINT NOT NULL
    GENERATED ALWAYS AS (COALESCE((preferences::json->>'matches_public')::boolean, FALSE)::int) STORED;
