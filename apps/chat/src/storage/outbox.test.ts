// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { personalKey } from '@homie/auth';
import { createOutbox, type Send } from './outbox';

beforeEach(() => localStorage.clear());

const send: Send = {
  key: 'k1',
  conversationId: 'c1',
  content: 'Hello',
  sentAt: '2026-11-21T00:00:00.000Z',
  files: [],
  replaces: null,
  state: 'sending',
};

test('a send that was not acknowledged is there again after a reload, with its key', () => {
  createOutbox('ada').put(send);
  expect(createOutbox('ada').all()).toEqual([send]);
  expect(createOutbox('grace').all()).toEqual([]);
});

test('trying again changes the send and never makes a second one', () => {
  const outbox = createOutbox('ada');
  outbox.put(send);
  outbox.put({ ...send, state: 'failed', reason: 'Network error' });
  expect(outbox.all()).toEqual([{ ...send, state: 'failed', reason: 'Network error' }]);
});

test('an acknowledged send leaves nothing behind', () => {
  const outbox = createOutbox('ada');
  outbox.put(send);
  outbox.remove('k1');
  expect(localStorage).toHaveLength(0);
});

test('damaged storage counts as empty', () => {
  localStorage.setItem(personalKey('ada', 'outbox'), '[{"key":1}, nonsense');
  expect(createOutbox('ada').all()).toEqual([]);
});

test('a send that another tab saw acknowledged is reported here', () => {
  const outbox = createOutbox('ada');
  outbox.put(send);
  const gone: Send[] = [];
  const stop = outbox.start((send) => gone.push(send));
  globalThis.dispatchEvent(
    new StorageEvent('storage', { key: personalKey('ada', 'outbox'), newValue: null }),
  );
  stop();
  expect(gone).toEqual([send]);
  expect(outbox.all()).toEqual([]);
});

test('what another tab added a moment ago is not lost when this one adds something', () => {
  const here = createOutbox('ada');
  const elsewhere = createOutbox('ada');
  elsewhere.put(send);
  here.put({ ...send, key: 'k2' });
  expect(
    createOutbox('ada')
      .all()
      .map(({ key }) => key),
  ).toEqual(['k1', 'k2']);
  elsewhere.remove('k1');
  expect(here.current('k1')).toBeUndefined();
});

test('a browser that keeps nothing still keeps the sends on the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const outbox = createOutbox('ada');
  outbox.put(send);
  outbox.put({ ...send, key: 'k2' });
  expect(outbox.all().map(({ key }) => key)).toEqual(['k1', 'k2']);
  expect(outbox.current('k1')).toEqual(send);
  vi.restoreAllMocks();
});
