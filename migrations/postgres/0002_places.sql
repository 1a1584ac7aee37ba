-- The place of the seat's side, from 1, if its board compares all places; otherwise 0.
ALTER TABLE rated_seats ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
