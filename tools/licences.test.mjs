import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Licences that the product may include: each permits use and redistribution without disclosing the product's source.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // Requires the source of changed files only; we change none.
  'MPL-2.0',
  'OFL-1.1',
  'Public Domain',
  'Unlicense',
]);
/** @type {{ packages: Record<string, { dev?: boolean, link?: boolean, license?: string }> }} */
const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);
const installed = Object.entries(packages).filter(
  ([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link,
);

test('every package that the product runs with has a licence that allows it', () => {
  expect(installed.length).toBeGreaterThan(100);
  const others = installed
    .filter(([, { license }]) => !ALLOWED.has(license ?? 'none'))
    .map(([place, { license }]) => `${place}: ${license ?? 'none'}`);
  expect(others).toEqual([]);
});
