import fc from 'fast-check';

/** What has broken text inputs before: by itself, at the ends and in the middle. */
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

/** The text with halves of surrogate pairs replaced, as an address or a body in UTF-8 has none. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Text that nobody means well with: known troublemakers, and any UTF-16 units whatever. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...fragments) },
      { weight: 2, arbitrary: fc.string({ unit: anyUnit, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    ),
    { maxLength: 5 },
  )
  // A byte order mark in front is stored, but PGlite's reader of its own protocol drops it.
  .map((parts) => parts.join('').replace(/^\ufeff+/, ''));

/** A part of an address, percent-encoded by somebody who does not care whether it decodes. */
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

/** Any JSON, with hostile texts as keys and values. */
export const hostileJson = fc
  .tuple(fc.jsonValue({ maxDepth: 3 }), hostileText)
  .map(([value, text]) => ({ value, [text]: text }));

/** The same texts every time, so that a failure is a change. Other ones: FUZZ_SEED and FUZZ_RUNS. */
export const settings = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  numRuns: Number(process.env['FUZZ_RUNS'] ?? 15),
  endOnFailure: true,
};

export const ANSWERED = 'answered';

/** What led to a failure of the server, or that it answered. */
export function verdict(status: number, text: unknown): unknown {
  return status >= 500 ? { status, text } : ANSWERED;
}
