// What a request and a stream cost, for docs/guides/capacity.md: CPU of the server's process, memory, statements of the
// database. Needs a build and a PostgreSQL: DATABASE_URL of an empty database, `node bench/capacity.mjs`.
