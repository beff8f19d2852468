-- Ids are compared by bytes, as in SQLite, whatever the locale of the database.

CREATE TABLE matches (
    id            TEXT COLLATE "C" PRIMARY KEY,
    game          TEXT NOT NULL,
    created       BIGINT NOT NULL,
    updated       BIGINT NOT NULL,
    header        TEXT NOT NULL,
    settings      TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('open', 'running', 'over')),
    sequence      BIGINT NOT NULL,
    chats         BIGINT NOT NULL,
    listed        BOOLEAN NOT NULL,
    waits_for_bot BOOLEAN NOT NULL,
    wakes         BIGINT
);
CREATE INDEX matches_in_lobby ON matches (created DESC, id DESC) WHERE listed AND state = 'open';
CREATE INDEX matches_for_bots ON matches (updated) WHERE waits_for_bot;
CREATE INDEX matches_that_wake ON matches (wakes) WHERE wakes IS NOT NULL;

CREATE TABLE journal (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    sequence BIGINT NOT NULL,
    entry    TEXT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (match_id, sequence)
);

CREATE TABLE snapshots (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    sequence BIGINT NOT NULL,
    engine   TEXT NOT NULL,
    bytes    BYTEA NOT NULL,
    PRIMARY KEY (match_id, sequence)
);

CREATE TABLE seat_keys (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    hash     BYTEA NOT NULL CHECK (length(hash) = 32),
    seats    BIGINT NOT NULL,
    role     TEXT NOT NULL CHECK (role IN ('host', 'player', 'spectator')),
    label    TEXT NOT NULL,
    PRIMARY KEY (match_id, hash)
);
CREATE INDEX seat_keys_by_hash ON seat_keys (hash);

CREATE TABLE chat (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number   BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    seat     BIGINT,
    name     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
);

CREATE TABLE accounts (
    id       TEXT COLLATE "C" PRIMARY KEY,
    name     TEXT NOT NULL,
    -- The name in lower case, made by the server so that both databases agree.
    folded   TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created  BIGINT NOT NULL
);

CREATE TABLE logins (
    hash       BYTEA PRIMARY KEY CHECK (length(hash) = 32),
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires    BIGINT NOT NULL
);
CREATE INDEX logins_of_account ON logins (account_id);
CREATE INDEX logins_by_expiry ON logins (expires);

CREATE TABLE api_keys (
    hash       BYTEA PRIMARY KEY CHECK (length(hash) = 32),
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label      TEXT NOT NULL,
    created    BIGINT NOT NULL,
    last_used  BIGINT
);
CREATE INDEX api_keys_of_account ON api_keys (account_id);

CREATE TABLE account_seats (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    match_id   TEXT COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat       BIGINT NOT NULL,
    PRIMARY KEY (account_id, match_id, seat)
);
CREATE INDEX account_seats_of_match ON account_seats (match_id);

CREATE TABLE notification_settings (
    account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    settings   TEXT NOT NULL,
    last_error TEXT,
    failed_at  BIGINT
);

CREATE TABLE outbox (
    id         TEXT COLLATE "C" PRIMARY KEY,
    account_id TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE,
    webhook    TEXT,
    kind       TEXT NOT NULL,
    payload    TEXT NOT NULL,
    due        BIGINT NOT NULL,
    leased     BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    last_error TEXT,
    done       BOOLEAN NOT NULL,
    CHECK ((account_id IS NULL) <> (webhook IS NULL))
);
CREATE INDEX outbox_due ON outbox (due) WHERE NOT done;
CREATE INDEX outbox_of_account ON outbox (account_id);
