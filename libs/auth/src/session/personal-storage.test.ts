// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { forgetPersonal, personalKey } from './personal-storage';

beforeEach(() => localStorage.clear());

test('signing out removes what the person left on the device, and nothing of other users', () => {
  localStorage.setItem(personalKey('ada', 'draft.1'), 'Half a thought');
  localStorage.setItem(personalKey('ada', 'outbox'), '[]');
  localStorage.setItem(personalKey('grace', 'draft.1'), 'Another');
  localStorage.setItem('theme', 'dark');
  forgetPersonal('ada');
  expect(Object.keys(localStorage).sort()).toEqual([personalKey('grace', 'draft.1'), 'theme']);
});
