// @vitest-environment jsdom
import { personalKey } from '@homie/auth';
import { beforeEach, expect, test } from 'vitest';
import { createEdits } from './edits';

beforeEach(() => localStorage.clear());

const edit = { messageId: 'm1', content: 'Better words', files: [] };

test('an edit survives a reload, for the same conversation and user', () => {
  createEdits('ada').set('c1', edit);
  expect(createEdits('ada').get('c1')).toEqual(edit);
  expect(createEdits('ada').get('c2')).toBeNull();
  expect(createEdits('grace').get('c1')).toBeNull();
});

test('an edit that is sent or cancelled leaves no storage entry', () => {
  const edits = createEdits('ada');
  edits.set('c1', edit);
  edits.set('c1', null);
  expect(edits.get('c1')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each(['nonsense', '[]', '{"messageId":1}', 'null'])(
  'invalid storage is read as no edit: %s',
  (text) => {
    localStorage.setItem(personalKey('ada', 'edit.c1'), text);
    expect(createEdits('ada').get('c1')).toBeNull();
  },
);
