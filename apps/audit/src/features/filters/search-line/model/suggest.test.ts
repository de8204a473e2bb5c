import { expect, test } from 'vitest';
import { insertProposal, typingAt, type Proposal } from './suggest';

const options = {
  zone: 'melbourne',
  actions: ['login', 'run_failed', 'run_started'],
  now: new Date('2026-11-21T14:00:00Z'),
} as const;

/** Returns the proposals at the | of a line. */
function proposals(marked: string): readonly Proposal[] {
  const typing = typingAt(marked.replace('|', ''), marked.indexOf('|'), options);
  return 'proposals' in typing ? typing.proposals : [];
}

/** Accepts the first proposal and returns the line, with its caret as |. */
function taken(marked: string): string {
  const [line, at] = [marked.replace('|', ''), marked.indexOf('|')];
  const typing = typingAt(line, at, options);
  const proposal =
    'proposals' in typing ? typing.proposals[0] : typing.toProposal({ id: '1', label: 'Jo Smith' });
  if (!proposal) throw new Error('Nothing is proposed');
  const next = insertProposal(line, typing.at, proposal);
  return `${next.line.slice(0, next.caret)}|${next.line.slice(next.caret)}`;
}

test('fields are suggested by prefix, all of them at an empty position', () => {
  expect(proposals('|').map(({ text }) => text)).toEqual([
    'user:',
    'affected:',
    'action:',
    'assistant:',
    'participant:',
    'conversation:',
    'after:',
    'before:',
  ]);
  expect(proposals('lease ac|').map(({ text }) => text)).toEqual(['action:']);
  expect(proposals('-a|').map(({ text }) => text)).toEqual([
    '-affected:',
    '-action:',
    '-assistant:',
  ]);
  expect(proposals('-|').map(({ text }) => text)).toContain('-conversation:');
  expect(proposals('"ac|')).toEqual([]);
  expect(proposals('le|')).toEqual([]);
});

test('actions are suggested by substring, days by their distance', () => {
  expect(proposals('action:run|').map(({ text }) => text)).toEqual(['run failed', 'run started']);
  expect(proposals('-action:"failed|').map(({ insert }) => insert)).toEqual(['-action:run_failed']);
  expect(proposals('after:|').map(({ text, detail }) => [text, detail])).toContainEqual([
    '7d',
    'the last 7 days',
  ]);
});

test('names are looked up by the typed text', () => {
  const lookUp = (line: string) => typingAt(line, line.length, options);
  expect(lookUp('user:av')).toMatchObject({ lookUp: 'user', query: 'av' });
  expect(lookUp('x -participant:"Jo S')).toMatchObject({ lookUp: 'participant', query: 'Jo S' });
});

test('RECORD-03 a word that is no field is looked up as the user whom entries concern', () => {
  const typing = typingAt('zara', 4, options);
  expect(typing).toMatchObject({ lookUp: 'affected', query: 'zara', isKeyword: true });
  expect(taken('lease -zara|')).toBe('lease -affected:"Jo Smith" |');
});

test('an accepted suggestion replaces the typed text', () => {
  expect(taken('lease us| plan')).toBe('lease user:| plan');
  expect(taken('-u|')).toBe('-user:|');
  expect(taken('action:ru| lease')).toBe('action:run_failed |lease');
  expect(taken('action:ru|')).toBe('action:run_failed |');
  expect(taken('-participant:"Jo|')).toBe('-participant:"Jo Smith" |');
});
