// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { forgetPersonal, hasUnsentWork, personalKey } from './personal-storage';

beforeEach(() => localStorage.clear());

test('signing out removes what the person left on the device, and nothing of other users', () => {
  localStorage.setItem(personalKey('ada', 'draft.1'), 'Half a thought');
  localStorage.setItem(personalKey('ada', 'outbox'), '[]');
  localStorage.setItem(personalKey('grace', 'draft.1'), 'Another');
  localStorage.setItem('theme', 'dark');
  forgetPersonal('ada');
  expect(Object.keys(localStorage).sort()).toEqual([personalKey('grace', 'draft.1'), 'theme']);
});

test.each(['draft.1', 'files.new', 'edit.1', 'outbox', 'upload.1'])(
  'INSTANT-31 %s of this user is unsent work, the position in the changes feed is not',
  (name) => {
    localStorage.setItem(personalKey('ada', 'changes'), '17');
    localStorage.setItem(personalKey('grace', name), 'Another');
    expect(hasUnsentWork('ada')).toBe(false);
    localStorage.setItem(personalKey('ada', name), 'Half a thought');
    expect(hasUnsentWork('ada')).toBe(true);
    forgetPersonal('ada');
    expect(hasUnsentWork('ada')).toBe(false);
    expect(hasUnsentWork('grace')).toBe(true);
  },
);
