-- Whether quick match brought the players of a rated match together (1), or they chose each other (0).
ALTER TABLE rated_seats ADD COLUMN quick BIGINT NOT NULL DEFAULT 0;
