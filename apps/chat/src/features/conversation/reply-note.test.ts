import { expect, test } from 'vitest';
import { replyNote } from './reply-note';

const failed = { state: 'failed', reason: 'Why' } as const;

test.each(['content_filter', 'message_too_long', 'conversation_too_long', 'length_limit'])(
  'PROV-10 offers no Retry where it would fail again: %s',
  (errorCode) => {
    expect(replyNote({ ...failed, text: '', errorCode })).toEqual({ text: 'Why', actions: [] });
    expect(replyNote({ ...failed, text: 'Half', errorCode })?.actions).toEqual([]);
  },
);

test.each(['unavailable', 'auth', null])('offers Retry where it may help: %s', (errorCode) => {
  expect(replyNote({ ...failed, text: '', errorCode })?.actions).toEqual(['Retry']);
  expect(replyNote({ ...failed, text: 'Half', errorCode })?.actions).toEqual(['Continue', 'Retry']);
});
