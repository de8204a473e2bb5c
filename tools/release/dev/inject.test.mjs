import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { injectBuild, integrityOfBuild } from './inject.mjs';

/** @param {string} text */
const hashScript = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const map = '{"integrity":{"/remotes/admin/1/a.js":"sha256-admin"}}';
const page = {
  html: `<html><head><link rel="modulepreload" crossorigin href="/remotes/chat/1/a.js"><link rel="modulepreload" crossorigin href="/assets/shell.js"></head><body><script type="importmap">${map}</script><script type="module" src="/assets/shell.js"></script></body></html>`,
  policy: `script-src 'self' ${hashScript(map)}`,
};

test('a page gets the hashes of the local build added to its own, and a policy that allows that map', () => {
  const list = JSON.stringify({ files: { 'entry.js': 'sha256-entry', 'b.js': 'sha256-b' } });
  const integrity = integrityOfBuild('/remotes/chat/dev', list);
  const { html, policy } = injectBuild(page, { name: 'chat', integrity, reload: '/reload.js' });
  const [, written = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(written).integrity).toMatchObject({
    '/remotes/admin/1/a.js': 'sha256-admin',
    '/remotes/chat/dev/entry.js': 'sha256-entry',
    '/remotes/chat/dev/b.js': 'sha256-b',
  });
  expect(policy).toBe(`script-src 'self' ${hashScript(written)}`);
  expect(html).not.toContain('/remotes/chat/1/');
  expect(html).toContain('href="/assets/shell.js"');
  expect(html).toContain('<script src="/reload.js" defer></script></head>');
});

test('a page without a map, e.g. of another host, gets the reload script only', () => {
  const other = { html: '<head></head>', policy: '' };
  const { html, policy } = injectBuild(other, { name: 'chat', integrity: {}, reload: '/r.js' });
  expect([html, policy]).toEqual(['<head><script src="/r.js" defer></script></head>', '']);
});
