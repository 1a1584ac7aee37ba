-- The public log of tables and matches (docs/fair-deal.md). Entries are written with the appends that
-- they tell of.
CREATE TABLE public_log (
    id INTEGER PRIMARY KEY,
    -- Which server process wrote it: the number of its first tree.
    process INTEGER NOT NULL,
    -- The first 8 bytes of the commitment that it names.
    chain INTEGER NOT NULL,
    entry BLOB NOT NULL
) STRICT;

CREATE INDEX public_log_chain ON public_log (chain);

-- The Merkle trees of the entries, each with its last signed head. A tree holds the entries of its
-- process after one id up to another, in order.
CREATE TABLE public_trees (
    tree INTEGER PRIMARY KEY,
    process INTEGER NOT NULL,
    after_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    -- The first entry, which names the tree before; empty in the first tree.
    link BLOB NOT NULL,
    size INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    root BLOB NOT NULL,
    signature BLOB NOT NULL
) STRICT;
