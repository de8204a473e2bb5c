import { expect, test } from 'vitest';
import { blockNotice, sendBlock } from './send-block';

const ready = {
  conversationId: 'c1',
  text: 'Hello',
  fileCount: 0,
  sending: false,
  uploading: false,
};

test('SEND-10 neither text nor a file: nothing to send; blanks are not text', () => {
  expect(sendBlock({ ...ready, text: '' })).toBe('empty');
  expect(sendBlock({ ...ready, text: ' \n\t ' })).toBe('empty');
});

test('SEND-13 text alone, a file alone and both can be sent', () => {
  expect(sendBlock(ready)).toBeNull();
  expect(sendBlock({ ...ready, text: '', fileCount: 1 })).toBeNull();
  expect(sendBlock({ ...ready, fileCount: 4 })).toBeNull();
});

test("SEND-11 ERR-08 without a conversation nothing is sent and 'No Conversation' says so", () => {
  const block = sendBlock({ ...ready, conversationId: null });
  expect(block).toBe('no-conversation');
  expect(block && blockNotice(block)).toEqual({
    title: 'No Conversation',
    description: 'Please select a conversation first.',
  });
});

test('SEND-12 nothing is sent while another send runs or files are being uploaded', () => {
  expect(sendBlock({ ...ready, sending: true })).toBe('sending');
  expect(sendBlock({ ...ready, uploading: true })).toBe('uploading');
  expect(blockNotice('uploading')?.title).toBe('Upload in Progress');
});

test("LIMIT-04 16000 characters can be sent, 16001 are 'Message too long'", () => {
  expect(sendBlock({ ...ready, text: 'x'.repeat(16_000) })).toBeNull();
  expect(sendBlock({ ...ready, text: 'x'.repeat(16_001) })).toBe('too-long');
  expect(blockNotice('too-long')?.description).toBe('Message too long');
});
