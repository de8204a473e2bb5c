import { textSearch } from '@homie/contracts/search-text';
import { expect, test, vi } from 'vitest';
import { OPENING, type AuditState } from '../../../../state/audit-state';
import { printSearch } from './print-search';
import { readSearch } from './read-search';
import { resolveNames, type NameSource } from './resolve-names';
import { namedIds, toSearch, toStatePart } from './search-state';

const id = (number: number) => `4d1f3c1e-0000-4000-8000-00000000000${number}`;
const everybody = [
  { field: 'user', id: id(1), label: 'ava@test.example' },
  { field: 'user', id: id(2), label: 'java@test.example' },
  { field: 'participant', id: id(3), label: 'Jo Lee' },
  { field: 'participant', id: id(4), label: 'Jo Lee' },
  { field: 'participant', id: id(5), label: 'Jo Leeson' },
  { field: 'participant', id: id(6), label: "Jo O'Brien" },
];
const lookUp = vi.fn<NameSource['lookUp']>((field, text) =>
  Promise.resolve(everybody.filter((each) => each.field === field && textSearch(text)(each.label))),
);
const known = () => undefined;
const read = (line: string) => readSearch(line, { actions: ['login'] });

/** Returns the changes that a line makes to the state. */
async function partOf(line: string, source: NameSource = { lookUp, known }) {
  const answer = read(line);
  const { ids, unclear } = await resolveNames(answer.names, source);
  expect(unclear).toEqual([]);
  return toStatePart(answer, ids);
}

test('a name is resolved to the id of its exact match, case-insensitively', async () => {
  expect(await partOf('user:AVA@test.example -participant:"jo leeson" lease')).toEqual({
    userId: id(1),
    q: 'lease',
    dates: {},
    not: { participantId: id(5) },
  });
});

test('SEARCH-03 a name is resolved in each form of its apostrophe', async () => {
  expect(await partOf('participant:"jo o’brien"')).toMatchObject({ participantId: id(6) });
});

test('an id is used as it is, without a lookup', async () => {
  lookUp.mockClear();
  expect((await partOf(`user:${id(9).toUpperCase()}`)).userId).toBe(id(9));
  expect(lookUp).not.toHaveBeenCalled();
});

test('an ambiguous name offers choices, and the chosen one is known afterwards', async () => {
  const line = 'lease participant:"Jo Lee"';
  const { unclear } = await resolveNames(read(line).names, { lookUp, known });
  expect(unclear).toEqual([
    expect.objectContaining({
      text: "2 participants are called 'Jo Lee'. Choose one.",
      choices: [expect.objectContaining({ id: id(3) }), expect.objectContaining({ id: id(4) })],
    }),
  ]);
  expect(line.slice(unclear[0]?.start, unclear[0]?.end)).toBe('"Jo Lee"');
  const chosen: NameSource['known'] = (field, name) =>
    field === 'participant' && name === 'Jo Lee' ? id(4) : undefined;
  expect((await partOf(line, { lookUp, known: chosen })).participantId).toBe(id(4));
});

test('an unknown name is reported, with similar ones', async () => {
  const unclear = async (line: string) =>
    (await resolveNames(read(line).names, { lookUp, known })).unclear[0];
  expect(await unclear('user:ava')).toMatchObject({
    text: "There is no user 'ava'. Did you mean one of these?",
    choices: [{ label: 'ava@test.example' }, { label: 'java@test.example' }],
  });
  expect(await unclear('assistant:none')).toMatchObject({
    text: "There is no assistant 'none'. If it was deleted, search by its ID.",
    choices: [],
  });
});

test('a state is printed with names, or ids for unknown ones, and parses to the same state', async () => {
  const state: AuditState = {
    ...OPENING,
    userId: id(1),
    actions: ['login'],
    q: 'lease',
    not: { participantId: id(7) },
  };
  const nameOf = (_field: string, each: string) => everybody.find((one) => one.id === each)?.label;
  const line = printSearch(toSearch(state, nameOf));
  expect(line).toBe(`user:ava@test.example action:login after:14d -participant:${id(7)} lease`);
  expect(await partOf(line)).toEqual({
    userId: id(1),
    actions: ['login'],
    q: 'lease',
    dates: 'recent',
    not: { participantId: id(7) },
  });
  expect(namedIds(state)).toEqual([
    { field: 'user', id: id(1) },
    { field: 'participant', id: id(7) },
  ]);
});
