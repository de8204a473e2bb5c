import type { Assistant } from '@homie/contracts';
import { expect, test } from 'vitest';
import { groupAssistants } from './group-assistants';

const assistant = (id: string, kind: Assistant['kind']): Assistant => ({
  id,
  kind,
  label: id,
  openai_assistant_id: `asst_${id}`,
  participant_id: null,
  participant_name: null,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  web_research_enabled: false,
  use_org_domains: true,
  web_domains: [],
  description: '',
  suggested_questions: [],
  monthly_token_budget: null,
  suggest_follow_ups: false,
});
const roster = assistant('roster', 'org');
const maya = assistant('maya', 'participant');

const headings = (...input: Parameters<typeof groupAssistants>) =>
  groupAssistants(...input).map((group) => [
    group.heading,
    ...group.assistants.map(({ id }) => id),
  ]);

test('CONV-05 lists the assistants of the organisation first, and omits a kind without any', () => {
  expect(headings([maya, roster])).toEqual([
    ['Organisation', 'roster'],
    ['Participants', 'maya'],
  ]);
  expect(headings([maya])).toEqual([['Participants', 'maya']]);
});

test('the selected assistant stays listed when a later search does not find it', () => {
  expect(headings([maya], roster)).toEqual([
    ['Selected', 'roster'],
    ['Participants', 'maya'],
  ]);
  expect(headings([], roster)).toEqual([['Selected', 'roster']]);
  expect(headings([roster], roster)).toEqual([['Organisation', 'roster']]);
});
