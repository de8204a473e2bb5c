import { expect, test } from 'vitest';
import { describeChanges } from './describe-changes.ts';

test('each field is listed before and after, in readable form', () => {
  const meta = {
    before: { label: 'Notes', web_research_enabled: false, web_domains: [], role: 'office' },
    after: {
      label: 'Shift notes',
      web_research_enabled: true,
      web_domains: ['a.org', 'b.org'],
      role: 'support_worker',
    },
  };
  expect(describeChanges(meta)).toEqual([
    { name: 'Label', before: 'Notes', after: 'Shift notes' },
    { name: 'Web research', before: 'Off', after: 'On' },
    { name: 'Custom web domains', before: '-', after: 'a.org, b.org' },
    { name: 'Role', before: 'office', after: 'support worker' },
  ]);
});

test('a created or deleted record has one side, and a key is unchanged', () => {
  expect(describeChanges({ after: { openai_assistant_id: 'asst_shift_notes' } })).toEqual([
    { name: 'Assistant ID', before: undefined, after: 'asst_shift_notes' },
  ]);
  expect(describeChanges({ before: { display_name: 'Maya' }, removed: { files: 2 } })).toEqual([
    { name: 'Display name', before: 'Maya', after: undefined },
  ]);
});

test('only changed fields are listed, and changed instructions without their length', () => {
  const model = {
    provider: 'default',
    model: null,
    max_output_tokens: null,
    vector_store_ids: [],
    instructions_length: 0,
  };
  const after = { ...model, max_output_tokens: 800, instructions_length: 30 };
  expect(describeChanges({ before: model, after, instructions_changed: true })).toEqual([
    { name: 'Maximum reply length', before: '-', after: '800' },
    { name: 'Instructions', before: undefined, after: undefined },
  ]);
  expect(
    describeChanges({
      before: model,
      after: { ...model, provider: 'chat' },
      instructions_changed: false,
    }),
  ).toEqual([{ name: 'Provider', before: 'Server default', after: 'Chat completions' }]);
});

test('metadata without a change has none', () => {
  expect(describeChanges({ provider: 'demo', before: 3, after: null })).toEqual([]);
});
