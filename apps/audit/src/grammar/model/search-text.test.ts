import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printSearch } from './print-search';
import { readSearch } from './read-search';
import { scan } from './scan';
import { emptySearch, type TypedSearch, type TypedTerms } from './typed-search';

const ID = '4d1f3c1e-0000-4000-8000-00000000000a';
const actions = ['login', 'run_failed', 'denied', 'send_message'];
const read = (line: string) => readSearch(line, { actions });

test('a line of every field', () => {
  const line = `actor:ava@test.example action:login action:"run failed" assistant:"Everyday helper" participant:"Jo \\"JJ\\" Lee" conversation:${ID} after:2026-11-01 before:2026-11-16 -action:denied -actor:ben@test.example lease plan -draft`;
  expect(read(line)).toEqual({
    search: {
      actor: 'ava@test.example',
      actions: ['login', 'run_failed'],
      assistant: 'Everyday helper',
      participant: 'Jo "JJ" Lee',
      conversation: ID,
      dates: { from: '2026-11-01', to: '2026-11-15' },
      q: 'lease plan',
      not: { actor: 'ben@test.example', actions: ['denied'], q: 'draft' },
    },
    names: [
      { field: 'actor', isExcluded: false, value: 'ava@test.example', start: 6, end: 22 },
      expect.objectContaining({ field: 'assistant', value: 'Everyday helper' }),
      expect.objectContaining({ field: 'participant', value: 'Jo "JJ" Lee' }),
      expect.objectContaining({ field: 'actor', isExcluded: true, value: 'ben@test.example' }),
    ],
    problems: [],
  });
});

test('words between fields are one keyword, in quotes blanks count', () => {
  expect(read('lease action:login plan').search.q).toBe('lease plan');
  expect(read('"lease  plan" ').search.q).toBe('lease  plan');
  expect(read('"actor:ava"').search).toEqual({ ...emptySearch(), q: 'actor:ava' });
  expect(read('- x').search.q).toBe('- x');
  expect(read('   ').search).toEqual(emptySearch());
});

test('after: includes its day and before: does not, moments stand for themselves, 14d is what the screen opens with', () => {
  const dates = (line: string) => read(line).search.dates;
  expect(dates('after:2026-11-01 before:2026-12-01')).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
  });
  expect(dates('before:2026-11-01T09:30+11:00')).toEqual({ to: '2026-10-31T22:30:00.000Z' });
  expect(dates('after:14d')).toBe('recent');
});

describe('what cannot be used is told at its place', () => {
  test.each([
    ['actr:ava', 'actr:ava', "There is no field 'actr:'. Did you mean actor:?"],
    ['since:2026-11-01', 'since:2026-11-01', 'Did you mean after:?'],
    ['constructor:x', 'constructor:x', 'Did you mean conversation:?'],
    ['x actor: y', 'actor:', 'Write an email after actor:'],
    ['action:logon', 'logon', "There is no action 'logon'."],
    ['conversation:4d1f', '4d1f', '36 characters'],
    ['after:2026-02-30', 'after:2026-02-30', 'Write it like 2026-11-21.'],
    ['-before:2026-02-03', '-before:2026-02-03', 'Write after: instead.'],
    ['actor:a actor:b', 'actor:b', 'Only one actor: at a time.'],
    ['-actor:a -actor:b', '-actor:b', 'Only one -actor: at a time.'],
    ['after:2026-11-02 before:2026-11-02', 'before:2026-11-02', 'Nothing can be'],
    ['after:14d before:2026-11-02', 'before:2026-11-02', 'Write a day instead of 14d.'],
    ['after:12d', 'after:12d', 'There is no such day.'],
    ['participant:"Jo', '"Jo', 'This quote is not closed.'],
    ['-one -two', '-two', 'Only one keyword can be excluded'],
    ['x'.repeat(121), 'x'.repeat(121), 'at most 120 characters'],
  ])('%s', (line, marked, text) => {
    const { problems } = read(line);
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(line.slice(problem?.start, problem?.end)).toBe(marked);
    expect(problem?.text).toContain(text);
  });

  test('more actions than can be asked for', () => {
    const many = Array.from(
      { length: 26 },
      (_, index) => `act_${'abcdefghijklmnopqrstuvwxyz'[index]}`,
    );
    const line = many.map((action) => `action:${action}`).join(' ');
    expect(readSearch(line, { actions: many }).problems).toEqual([
      expect.objectContaining({ text: 'At most 25 actions at a time.', end: line.length }),
    ]);
  });
});

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab "\\:-= \u00a0é'), minLength: 1, maxLength: 12 }),
  fc.constantFrom('actor:x', '-x', 'x -y', '"quoted"', 'ends\\', ID),
);
const name = text.map((value) => value.trim()).filter((value) => value !== '');
const keyword = fc.oneof(
  fc.constant(''),
  text.filter((value) => value.trim() !== ''),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T; // the same, with fewer keys
const terms: fc.Arbitrary<TypedTerms> = fc
  .record({
    actor: optional(name),
    assistant: optional(name),
    participant: optional(name),
    conversation: optional(fc.constant(ID)),
    actions: fc.uniqueArray(fc.constantFrom(...actions)),
    q: keyword,
  })
  .map((value) => defined(value as TypedTerms)); // undefined keys are gone then
const date = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2099-01-01'),
  noInvalidDate: true,
});
const ends = fc
  .tuple(date, date, fc.boolean())
  .filter(([one, other]) => one.getTime() !== other.getTime())
  .map(([one, other, asDays]) => {
    const text = [one, other].map((each) => each.toISOString().slice(0, asDays ? 10 : undefined));
    const [from, to] = text.toSorted();
    return { from, to };
  });
const dates: fc.Arbitrary<TypedSearch['dates']> = fc.oneof(
  fc.constant('recent' as const),
  fc.constant({}),
  ends,
  ends.map(({ from }) => ({ from })),
  ends.map(({ to }) => ({ to })),
);
const search: fc.Arbitrary<TypedSearch> = fc
  .tuple(terms, terms, dates)
  .map(([included, not, when]) => ({ ...included, not, dates: when }));

test('a search that is printed reads as the same search, and prints the same', () => {
  fc.assert(
    fc.property(search, (asked) => {
      const line = printSearch(asked);
      const answer = read(line);
      expect(answer.problems).toEqual([]);
      expect(answer.search).toEqual(asked);
      expect(printSearch(answer.search)).toBe(line);
    }),
    { numRuns: 200 },
  );
});

test('any line has a reading, whose terms and problems lie within it', () => {
  const anything = fc.string({
    unit: fc.oneof(fc.constantFrom('actor:', 'after:', '-', '"', '\\', ' ', ':'), fc.string()),
  });
  fc.assert(
    fc.property(anything, (line) => {
      const found = scan(line);
      expect(
        found.every(
          ({ start, end }, index) => start < end && start >= (found[index - 1]?.end ?? 0),
        ),
      ).toBe(true);
      for (const { start, end } of read(line).problems) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(line.length);
      }
    }),
  );
});
