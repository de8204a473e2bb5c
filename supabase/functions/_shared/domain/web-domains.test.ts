import { expect, test } from 'vitest';
import { normaliseDomain, normaliseDomains, pageWithin } from './web-domains.ts';

test.each([
  ['Example.ORG', 'example.org'],
  [' ndis.gov.au. ', 'ndis.gov.au'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['ｅxample.org', 'example.org'],
  ['https://example.org', undefined],
  ['example.org/path', undefined],
  ['example.org:8443', undefined],
  ['me@example.org', undefined],
  ['*.example.org', undefined],
  ['example%2eorg', undefined],
  ['-a.example.org', undefined],
  ['org', undefined],
  ['localhost', undefined],
  ['127.0.0.1', undefined],
  ['127.1', undefined],
  ['0x7f.1', undefined],
  ['[::1]', undefined],
  ['example..org', undefined],
  [`${'a'.repeat(64)}.org`, undefined],
  ['', undefined],
])('the domain %j is normalised to %j', (text, domain) => {
  expect(normaliseDomain(text)).toBe(domain);
});

test('removes duplicate domains', () => {
  expect(normaliseDomains(['A.org', 'a.org.', 'nothing', 'b.org'])).toEqual(['a.org', 'b.org']);
});

test.each([
  'https://example.org/page?q=1#part',
  'http://www.example.org',
  'https://a.b.Example.ORG./',
  'https://example.org:443/',
  'https://ｅxample.org/',
])('%s is within example.org', (address) => {
  expect(pageWithin(address, ['other.org', 'example.org'])?.href).toMatch(/^https?:/);
});

test.each([
  'https://notexample.org/',
  'https://example.org.evil.test/',
  'https://evil.test/example.org',
  'https://evil.test?.example.org',
  'https://evil.test#.example.org',
  'https://evil.test\\.example.org',
  'https://evil.test%2f.example.org/',
  'https://example.org@evil.test/',
  'https://example.org:pass@evil.test/',
  'https://me@example.org/',
  'https://example.org:8443/',
  'https://еxample.org/',
  'https://example。org.evil.test/',
  'https://exam\tple.org.evil.test/',
  'javascript://example.org/%0aalert(1)',
  'data:text/html,example.org',
  'ftp://example.org/',
  '//example.org/',
  'example.org',
  '',
])('%s is not within example.org', (address) => {
  expect(pageWithin(address, ['example.org'])).toBeUndefined();
});

test('no page is within an empty list of domains', () => {
  expect(pageWithin('https://example.org/', [])).toBeUndefined();
});
