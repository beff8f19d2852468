PRAGMA application_id = 0x4F525259; -- 'ORRY': by this a backup is told from any other SQLite file

CREATE TABLE matches (
    id            TEXT PRIMARY KEY,
    game          TEXT NOT NULL,
    created       INTEGER NOT NULL,
    updated       INTEGER NOT NULL,
    header        TEXT NOT NULL,
    settings      TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('open', 'running', 'over')),
    sequence      INTEGER NOT NULL,
    chats         INTEGER NOT NULL,
    listed        INTEGER NOT NULL CHECK (listed IN (0, 1)),
    waits_for_bot INTEGER NOT NULL CHECK (waits_for_bot IN (0, 1)),
    wakes         INTEGER
) STRICT;
CREATE INDEX matches_in_lobby ON matches (created DESC, id DESC) WHERE listed AND state = 'open';
CREATE INDEX matches_for_bots ON matches (updated) WHERE waits_for_bot;
CREATE INDEX matches_that_wake ON matches (wakes) WHERE wakes IS NOT NULL;

CREATE TABLE journal (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    entry    TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, sequence)
) STRICT, WITHOUT ROWID;

-- Snapshots are large, which suits a table with row ids better.
CREATE TABLE snapshots (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    engine   TEXT NOT NULL,
    bytes    BLOB NOT NULL,
    PRIMARY KEY (match_id, sequence)
) STRICT;

CREATE TABLE seat_keys (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    seats    INTEGER NOT NULL,
    role     TEXT NOT NULL CHECK (role IN ('host', 'player', 'spectator')),
    label    TEXT NOT NULL,
    PRIMARY KEY (match_id, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_keys_by_hash ON seat_keys (hash);

CREATE TABLE chat (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    seat     INTEGER,
    name     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    id       TEXT PRIMARY KEY,
    name     TEXT NOT NULL,
    -- The name in lower case, which SQLite cannot do beyond ASCII.
    folded   TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE logins (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX logins_of_account ON logins (account_id);
CREATE INDEX logins_by_expiry ON logins (expires);

CREATE TABLE api_keys (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label      TEXT NOT NULL,
    created    INTEGER NOT NULL,
    last_used  INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_of_account ON api_keys (account_id);

CREATE TABLE account_seats (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    match_id   TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    PRIMARY KEY (account_id, match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX account_seats_of_match ON account_seats (match_id);

CREATE TABLE notification_settings (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    settings   TEXT NOT NULL,
    last_error TEXT,
    failed_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id         TEXT PRIMARY KEY,
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    webhook    TEXT,
    kind       TEXT NOT NULL,
    payload    TEXT NOT NULL,
    due        INTEGER NOT NULL,
    leased     INTEGER NOT NULL,
    tries      INTEGER NOT NULL,
    last_error TEXT,
    done       INTEGER NOT NULL CHECK (done IN (0, 1)),
    CHECK ((account_id IS NULL) <> (webhook IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (due) WHERE NOT done;
CREATE INDEX outbox_of_account ON outbox (account_id);
