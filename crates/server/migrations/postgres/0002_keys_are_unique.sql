-- A key opens seats of one match.
DROP INDEX seat_keys_by_hash;
CREATE UNIQUE INDEX seat_keys_by_hash ON seat_keys (hash);
