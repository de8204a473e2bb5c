// A process that is killed in the middle of a migration: `node killed-migration.mjs <folder>`, the statements on stdin.
import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

const statements = await text(process.stdin);
const database = await PGlite.create(process.argv[2], { extensions: { btree_gin, pg_trgm } });
await database.transaction(async (transaction) => {
  await transaction.exec(statements);
  process.kill(process.pid, 'SIGKILL');
});
