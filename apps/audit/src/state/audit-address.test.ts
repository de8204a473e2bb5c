import { AUDIT_ACTIONS, auditFilterSchema } from '@homie/contracts/admin';
import { timeZone } from '@homie/composition';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { readAddress, writeAddress } from './audit-address';
import { countActive, OPENING, resetState, toFilter, type AuditState } from './audit-state';

afterEach(() => timeZone.setState(undefined));

const read = (query: string) => readAddress(new URLSearchParams(query), auditFilterSchema);
const recent = { from: '2026-11-07T10:00:00.000Z', to: '2026-11-21T10:00:00.000Z' };
const opened = { now: new Date(recent.to), recent };

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const moment = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const id = fc.uuid();
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const termsOf = {
  userId: maybe(id),
  assistantId: maybe(id),
  participantId: maybe(id),
  conversationId: maybe(id),
  actions: maybe(fc.uniqueArray(fc.constantFrom(...AUDIT_ACTIONS), { minLength: 1 })),
  q: maybe(fc.string({ minLength: 1, maxLength: 120 })),
};
const end = maybe(fc.oneof(day, moment, fc.constantFrom('30d', '12h', '90m', '2w')));
const states: fc.Arbitrary<AuditState> = fc.record({
  ...termsOf,
  not: fc.record(termsOf),
  dates: fc.oneof(fc.constant('recent' as const), fc.record({ from: end, to: end })),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  pageSize: fc.integer({ min: 1, max: 100 }),
  sort: fc.constantFrom('created_at_desc' as const, 'created_at_asc' as const),
  zone: fc.constantFrom('melbourne' as const, 'utc' as const, 'Asia/Tokyo' as const),
});

describe('the state in the URL', () => {
  test('any state round-trips', () => {
    fc.assert(
      fc.property(states, (state) => {
        const { state: again, issues } = read(writeAddress(state).toString());
        expect(issues).toEqual([]);
        expect(again).toEqual(state);
        expect(auditFilterSchema.safeParse(toFilter(again, opened)).success).toBe(true);
      }),
    );
  });

  test('any URL is parsed to a valid query', () => {
    const names = ['from', 'to', 'dates', 'user', '-user', 'actions', 'q', '-q', 'page', 'size'];
    const junk = fc.array(
      fc.tuple(fc.constantFrom(...names, 'sort', 'time', 'conversation', 'x'), fc.string()),
    );
    fc.assert(
      fc.property(junk, (pairs) => {
        const { state } = readAddress(new URLSearchParams(pairs), auditFilterSchema);
        expect(auditFilterSchema.safeParse(toFilter(state, opened)).success).toBe(true);
      }),
    );
  });

  test.each(['toString', '__proto__', 'constructor'])('the sort %s is invalid', (name) => {
    const { state, issues } = read(`sort=${name}`);
    expect(state).toEqual(OPENING);
    expect(issues).toHaveLength(1);
  });

  test('AUDIT-14 the default state has an empty URL, and covers the last 14 days', () => {
    expect(writeAddress(OPENING).toString()).toBe('');
    expect(read('').state).toEqual(OPENING);
    expect(toFilter(OPENING, opened)).toEqual({
      ...recent,
      page: 1,
      pageSize: 50,
      sort: 'created_at_desc',
    });
  });

  test('AUDIT-12 reset shows the whole log, and retains the time zone', () => {
    const { state } = read('user=6d1f0d9e-0000-4000-8000-000000000001&q=x&page=3&size=20&time=utc');
    const left = resetState(state);
    expect(toFilter(left, opened)).toEqual({ page: 1, pageSize: 50, sort: 'created_at_desc' });
    expect(left.zone).toBe('utc');
    expect(writeAddress(left).toString()).toBe('dates=all&time=utc');
  });

  test('a relative range starts relative to the opening of the screen and ends there', () => {
    const { state, issues } = read('from=24h');
    expect(issues).toEqual([]);
    expect(toFilter(state, opened)).toMatchObject({
      from: '2026-11-20T10:00:00.000Z',
      to: recent.to,
    });
    expect(toFilter(read('from=2w&to=1w').state, opened)).toMatchObject({
      from: recent.from,
      to: '2026-11-14T10:00:00.000Z',
    });
    expect(read('from=14d').state).toEqual(OPENING);
  });

  test('AUDIT-03 a day is in the displayed time zone, and the last one is included', () => {
    const melbourne = toFilter(read('from=2026-11-01&to=2026-11-05').state, opened);
    expect(melbourne.from).toBe('2026-10-31T13:00:00.000Z');
    expect(melbourne.to).toBe('2026-11-05T13:00:00.000Z');
    const utc = toFilter(read('from=2026-11-01&to=2026-11-05&time=utc').state, opened);
    expect(utc.from).toBe('2026-11-01T00:00:00.000Z');
    expect(utc.to).toBe('2026-11-06T00:00:00.000Z');
  });

  test('ACCT-55 the time zone of the user is the default, and a link has it for others', () => {
    timeZone.setState('Asia/Tokyo');
    const { state } = read('from=2026-11-01');
    expect(toFilter(state, opened).from).toBe('2026-10-31T15:00:00.000Z');
    const link = writeAddress(state).toString();
    timeZone.setState('Australia/Melbourne');
    expect(read('').state.zone).toBe('melbourne');
    expect(read(link).state).toEqual(state);
    timeZone.setState('UTC');
    expect(read('').state.zone).toBe('utc');
    expect(read('time=melbourne').state.zone).toBe('melbourne');
    expect(read('time=Asia/Nowhere').state.zone).toBe('utc');
  });

  test.each([
    ['from=2026-02-30', 'from must be a date and time', OPENING],
    ['page=0', 'page must be at least 1', OPENING],
    ['page=two', 'page must be a whole number', OPENING],
    ['size=1000', 'pageSize must be at most 100', OPENING],
    ['sort=action', 'sort must be created_at_desc or created_at_asc', OPENING],
    ['user=ann', 'Invalid user ID', OPENING],
    ['-conversation=12', 'Invalid conversation ID', OPENING],
    [`q=${'x'.repeat(121)}`, 'Keyword too long (max 120 chars)', OPENING],
    ['actions=Login', 'Actions use lowercase letters and underscores only', OPENING],
    ['q=run&user=ann', 'Invalid user ID', { ...OPENING, q: 'run' }],
  ] as const)('%s: the invalid part is reported and ignored', (query, message, state) => {
    expect(read(query)).toEqual({ issues: [message], state });
  });

  test('AUDIT-02 active filters are counted by kind, the dates once', () => {
    expect(countActive(read('').state)).toBe(1);
    expect(countActive(read('from=2026-11-01&to=2026-11-02').state)).toBe(1);
    expect(countActive(read('dates=all').state)).toBe(0);
    expect(countActive(read('dates=all&actions=login,denied&q=x&-q=y').state)).toBe(3);
  });
});
