import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { printSearch } from './print-search';
import { readSearch } from './read-search';
import { scan } from './scan';
import { emptySearch, type TypedSearch, type TypedTerms } from './typed-search';

const ID = '4d1f3c1e-0000-4000-8000-00000000000a';
const actions = ['login', 'run_failed', 'denied', 'send_message'];
const read = (line: string) => readSearch(line, { actions });

test('parses a line with every field', () => {
  const line = `user:ava@test.example action:login action:"run failed" assistant:"Everyday helper" participant:"Jo \\"JJ\\" Lee" conversation:${ID} after:2026-11-01 before:2026-11-16 -action:denied -user:ben@test.example lease plan -draft`;
  expect(read(line)).toEqual({
    search: {
      user: 'ava@test.example',
      actions: ['login', 'run_failed'],
      assistant: 'Everyday helper',
      participant: 'Jo "JJ" Lee',
      conversation: ID,
      dates: { from: '2026-11-01', to: '2026-11-15' },
      q: 'lease plan',
      not: { user: 'ben@test.example', actions: ['denied'], q: 'draft' },
    },
    names: [
      { field: 'user', isExcluded: false, value: 'ava@test.example', start: 5, end: 21 },
      expect.objectContaining({ field: 'assistant', value: 'Everyday helper' }),
      expect.objectContaining({ field: 'participant', value: 'Jo "JJ" Lee' }),
      expect.objectContaining({ field: 'user', isExcluded: true, value: 'ben@test.example' }),
    ],
    problems: [],
  });
});

test('words between fields form one keyword, and quotes preserve spaces', () => {
  expect(read('lease action:login plan').search.q).toBe('lease plan');
  expect(read('"lease  plan" ').search.q).toBe('lease  plan');
  expect(read('"user:ava"').search).toEqual({ ...emptySearch(), q: 'user:ava' });
  expect(read('- x').search.q).toBe('- x');
  expect(read('   ').search).toEqual(emptySearch());
});

test('after: includes its day and before: excludes it, timestamps are exact, and 14d is the default range', () => {
  const dates = (line: string) => read(line).search.dates;
  expect(dates('after:2026-11-01 before:2026-12-01')).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
  });
  expect(dates('before:2026-11-01T09:30+11:00')).toEqual({ to: '2026-10-31T22:30:00.000Z' });
  expect(dates('after:14d')).toBe('recent');
  expect(dates('after:14d before:2026-11-21')).toEqual({ from: '14d', to: '2026-11-20' });
});

describe('SEARCH-05 dates as people write them', () => {
  // A Wednesday, 10:30 in Melbourne.
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-24T23:30:00Z') }));
  afterEach(() => vi.useRealTimers());

  test.each([
    ['after:1/11/2026', { from: '2026-11-01' }],
    ['after:21.11.2026', { from: '2026-11-21' }],
    ['after:today', { from: '2026-11-25' }],
    ['after:Yesterday', { from: '2026-11-24' }],
    ['after:tuesday', { from: '2026-11-24' }],
    ['after:wed', { from: '2026-11-25' }],
    ['after:Thu before:today', { from: '2026-11-19', to: '2026-11-24' }],
    ['after:2026-11-24 10:00', { from: '2026-11-23T23:00:00.000Z' }],
    ['after:"24/11/2026 9:05" draft', { from: '2026-11-23T22:05:00.000Z' }],
    ['before:2026-11-24T10:00', { to: '2026-11-23T23:00:00.000Z' }],
    [
      'after:yesterday 10:00 before:today 10:00',
      { from: '2026-11-23T23:00:00.000Z', to: '2026-11-24T23:00:00.000Z' },
    ],
    // Melbourne's clock is put back at 00:00 on 1 April, and forward on 1 October, by the product's rule.
    ['after:2026-04-01 12:00', { from: '2026-04-01T02:00:00.000Z' }],
    ['after:2026-10-01 12:00', { from: '2026-10-01T01:00:00.000Z' }],
  ])('%s', (line, dates) => {
    const { search, problems } = read(line);
    expect(problems).toEqual([]);
    expect(search.dates).toEqual(dates);
    expect(search.q).toBe(line.endsWith('draft') ? 'draft' : '');
    expect(read(printSearch(search)).search).toEqual(search);
  });

  test.each(['after:31/2/2026', 'after:11/21/2026', 'after:tues', 'after:2026-11-24 25:00'])(
    '%s is refused',
    (line) => expect(read(line).problems).toHaveLength(1),
  );

  test('a time after a word stays text, and so does a quoted one', () => {
    expect(read('shift 10:00').search.q).toBe('shift 10:00');
    expect(read('after:2026-11-24 "10:00"').search.q).toBe('10:00');
  });

  test('OR is refused in capitals unless it is quoted', () => {
    expect(read('draft OR plan').problems).toHaveLength(1);
    expect(read('draft or "OR"')).toMatchObject({ problems: [], search: { q: 'draft or OR' } });
  });
});

test.each(['30d', '12h', '90m', '2w', '24H'])('after:%s is a time relative to now', (text) => {
  expect(read(`after:${text}`)).toMatchObject({
    search: { dates: { from: text.toLowerCase() } },
    problems: [],
  });
});

test.each([
  ['actor:ava', 'user:ava'],
  ['by:ava', 'user:ava'],
  ['since:2026-11-01', 'after:2026-11-01'],
  ['until:7d', 'before:7d'],
  ['type:login', 'action:login'],
])('%s is an alias and is printed as %s', (line, printed) => {
  const { search, problems } = read(line);
  expect(problems).toEqual([]);
  expect(printSearch(search)).toBe(printed);
});

describe('errors are reported at their position', () => {
  test.each([
    ['uesr:ava', 'uesr:ava', "'uesr:' isn't a filter. To search for it as text, put it in quotes."],
    ['usr:ava', 'usr:ava', "'usr:' isn't a filter. Did you mean 'user:'?"],
    ['constructor:x', 'constructor:x', "Did you mean 'conversation:'?"],
    ['x user: y', 'user:', "Add an email after 'user:'."],
    ['action:logon', 'logon', "'logon' isn't an action."],
    ['conversation:4d1f', '4d1f', 'Paste the full ID'],
    [
      'after:2026-02-30',
      'after:2026-02-30',
      "We don't recognise that date. Try 21/11/2026, 2026-11-21 10:30 or yesterday.",
    ],
    ['-before:2026-02-03', '-before:2026-02-03', "Use 'after:' instead."],
    ['user:a user:b', 'user:b', "Use 'user:' only once."],
    ['-user:a -user:b', '-user:b', "Use '-user:' only once."],
    ['after:2026-11-02 before:2026-11-02', 'before:2026-11-02', 'nothing would be found'],
    ['after:2d before:3d', 'before:3d', 'nothing would be found'],
    ['after:12y', 'after:12y', "We don't recognise '12y'. Try 90m, 12h, 30d or 2w."],
    ['participant:"Jo', '"Jo', 'Add a closing quote.'],
    ['-one -two', '-two', 'Exclude only one keyword'],
    ['x'.repeat(121), 'x'.repeat(121), 'up to 120 characters'],
  ])('%s', (line, marked, text) => {
    const { problems } = read(line);
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(line.slice(problem?.start, problem?.end)).toBe(marked);
    expect(problem?.text).toContain(text);
  });

  test('more actions than the limit', () => {
    const many = Array.from(
      { length: 26 },
      (_, index) => `act_${'abcdefghijklmnopqrstuvwxyz'[index]}`,
    );
    const line = many.map((action) => `action:${action}`).join(' ');
    expect(readSearch(line, { actions: many }).problems).toEqual([
      expect.objectContaining({
        text: 'You can search for up to 25 actions at a time.',
        end: line.length,
      }),
    ]);
  });
});

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab "\\:-= \u00a0é'), minLength: 1, maxLength: 12 }),
  fc.constantFrom('user:x', '-x', 'x -y', '"quoted"', 'ends\\', ID),
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
    user: optional(name),
    assistant: optional(name),
    participant: optional(name),
    conversation: optional(fc.constant(ID)),
    actions: fc.uniqueArray(fc.constantFrom(...actions)),
    q: keyword,
  })
  .map((value) => defined(value as TypedTerms)); // removes undefined keys
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
  fc.constantFrom({ from: '30d' }, { from: '12h', to: '90m' }, { to: '2w' }),
  ends,
  ends.map(({ from }) => ({ from })),
  ends.map(({ to }) => ({ to })),
);
const search: fc.Arbitrary<TypedSearch> = fc
  .tuple(terms, terms, dates)
  .map(([included, not, when]) => ({ ...included, not, dates: when }));

test('a printed search parses to the same search, and prints the same', () => {
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

test('any line is parsed, with terms and problems inside its bounds', () => {
  const anything = fc.string({
    unit: fc.oneof(fc.constantFrom('user:', 'after:', '-', '"', '\\', ' ', ':'), fc.string()),
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
