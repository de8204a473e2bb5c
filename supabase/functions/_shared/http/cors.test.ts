import { expect, test } from 'vitest';
import { corsHeaders, preflightResponse } from './cors.ts';

const ALLOWED = ['https://app.example.org'];
const request = (origin?: string) =>
  new Request('http://x', { headers: origin ? { Origin: origin } : {} });

test('allows a listed origin, with an exact match', () => {
  expect(
    corsHeaders(request('https://app.example.org'), ALLOWED).get('Access-Control-Allow-Origin'),
  ).toBe('https://app.example.org');
  const { status, headers } = preflightResponse(request('https://app.example.org'), ALLOWED);
  expect(status).toBe(204);
  expect(headers.get('Access-Control-Allow-Headers')).toContain('last-event-id');
});

test.each([
  'https://evil.example.org',
  'https://app.example.org.evil.org',
  'http://app.example.org',
  'null',
])('rejects an origin that is not listed: %s', (origin) => {
  expect(corsHeaders(request(origin), ALLOWED).has('Access-Control-Allow-Origin')).toBe(false);
  const { status, headers } = preflightResponse(request(origin), ALLOWED);
  expect(status).toBe(403);
  expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
});

test('responses vary by origin, for caches', () => {
  expect(corsHeaders(request(), ALLOWED).get('Vary')).toBe('Origin');
});
