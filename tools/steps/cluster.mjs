// Keeps the files of a new, empty PGlite beside its package, for the server to begin with: making them takes seconds.
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const image = path.join(path.dirname(entry), 'cluster.tar');

const database = await PGlite.create();
await database.exec('checkpoint');
const files = await database.dumpDataDir('none');
await database.close();
writeFileSync(`${image}.next`, Buffer.from(await files.arrayBuffer()));
renameSync(`${image}.next`, image);
