import { sampleOf } from '@homie/server/testing';
import fc from 'fast-check';

/** Fragments that have broken text inputs before: alone, at the start or end, and in the middle. */
const fragments = [
  '\0',
  '\u0001',
  '\u007f',
  '\ud800',
  '\udfff',
  '\ud83e',
  '%',
  '_',
  '*',
  ',',
  '(',
  ')',
  '.',
  ':',
  ';',
  '&',
  '#',
  '?',
  '+',
  '/',
  '\\',
  '"',
  "'",
  '`',
  '$1',
  '${x}',
  '{}',
  '[]',
  'null',
  'true',
  'NaN',
  '--',
  "'; drop table users; --",
  '%00',
  '%ff',
  '%ed%a0%80',
  '../',
  '<script>alert(1)</script>',
  '🦘',
  '👩🏽‍🦽',
  'e\u0301',
  'שלום',
  'مرحبا',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\r\n',
  '\t',
  ' ',
  'a'.repeat(130),
  '🦘'.repeat(70),
  'x'.repeat(17_000),
] as const;

const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Replaces lone surrogates, which a URL or a body in UTF-8 cannot contain. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Hostile text: known problematic fragments, and any UTF-16 code units. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...fragments) },
      { weight: 2, arbitrary: fc.string({ unit: anyUnit, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));

/** A part of a URL, percent-encoded, which may not decode. */
export const hostileAddressPart = fc
  .array(
    fc.oneof(
      hostileText.map((text) => encodeURIComponent(wellFormed(text))),
      fc.constantFrom(
        '%',
        '%0',
        '%00',
        '%zz',
        '%ff',
        '%ed%a0%80',
        '%c0%af',
        '%2e%2e%2f',
        '%25',
        '+',
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join('').slice(0, 4_000));

/** Any JSON, with hostile text as keys and values. */
export const hostileJson = fc
  .tuple(fc.jsonValue({ maxDepth: 3 }), hostileText)
  .map(([value, text]) => ({ value, [text]: text }));

/** Generates the same texts every time, so that a failure means a change. Other ones: FUZZ_SEED. */
export const settings = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  numRuns: sampleOf(4, 15),
  endOnFailure: true,
};

export const ANSWERED = 'answered';

/** Returns the text that caused a failure of the server, or `ANSWERED`. */
export function verdict(status: number, text: unknown): unknown {
  return status >= 500 ? { status, text } : ANSWERED;
}
