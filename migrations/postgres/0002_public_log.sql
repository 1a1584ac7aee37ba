-- The public log of tables and matches (docs/fair-deal.md). Entries are written with the appends that
-- they tell of.
CREATE TABLE public_log (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Which server process wrote it: the number of its first tree.
    process BIGINT NOT NULL,
    -- The first 8 bytes of the commitment that it names.
    chain BIGINT NOT NULL,
    entry BYTEA NOT NULL
);

CREATE INDEX public_log_chain ON public_log (chain);

-- The Merkle trees of the entries, each with its last signed head. A tree holds the entries of its
-- process after one id up to another, in order.
CREATE TABLE public_trees (
    tree BIGINT PRIMARY KEY,
    process BIGINT NOT NULL,
    after_id BIGINT NOT NULL,
    last_id BIGINT NOT NULL,
    -- The first entry, which names the tree before; empty in the first tree.
    link BYTEA NOT NULL,
    size BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    root BYTEA NOT NULL,
    signature BYTEA NOT NULL
);
