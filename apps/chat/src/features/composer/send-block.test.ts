import { expect, test } from 'vitest';
import type { UploadState } from '../../engine/uploads/upload-list';
import { blockNotice, sendBlock } from './send-block';

const files = (...states: UploadState[]) => states.map((state) => ({ state }));
const ready = { conversationId: 'c1', text: 'Hello', files: files() };

test('SEND-10 without text or a file there is nothing to send; whitespace is not text', () => {
  expect(sendBlock({ ...ready, text: '' })).toBe('empty');
  expect(sendBlock({ ...ready, text: ' \n\t ' })).toBe('empty');
});

test('SEND-13 text alone, a file alone and both can be sent', () => {
  expect(sendBlock(ready)).toBeNull();
  expect(sendBlock({ ...ready, text: '', files: files('attached') })).toBeNull();
  const four = files('attached', 'attached', 'attached', 'attached');
  expect(sendBlock({ ...ready, files: four })).toBeNull();
});

test("SEND-11 ERR-08 without a conversation nothing is sent and 'No Conversation' is shown", () => {
  const block = sendBlock({ ...ready, conversationId: null });
  expect(block).toBe('no-conversation');
  expect(block && blockNotice(block)).toEqual({
    title: 'No Conversation',
    description: 'Please select a conversation first.',
  });
});

test("SEND-12 FILE-11 nothing is sent while a file is pending, at any stage: 'Upload in Progress'", () => {
  for (const state of ['queued', 'uploading', 'scanning'] as const)
    expect(sendBlock({ ...ready, files: files('attached', state) })).toBe('uploading');
  expect(blockNotice('uploading')).toEqual({
    title: 'Upload in Progress',
    description: 'Please wait for files to finish uploading.',
  });
});

test("FILE-12 nothing is sent with files that failed: 'Upload Error'", () => {
  expect(sendBlock({ ...ready, files: files('attached', 'failed') })).toBe('failed-files');
  expect(blockNotice('failed-files')).toEqual({
    title: 'Upload Error',
    description: 'Some files failed to upload. Please try uploading them again.',
  });
});

test("FILE-05 files restored from a failed send can exceed the limit: 'Too Many Files'", () => {
  const five = files('attached', 'attached', 'attached', 'attached', 'attached');
  expect(sendBlock({ ...ready, files: five })).toBe('too-many-files');
  expect(blockNotice('too-many-files')).toEqual({
    title: 'Too Many Files',
    description: 'Limit is 4 files per message.',
  });
});

test("LIMIT-04 16000 characters can be sent, 16001 are 'Message too long'", () => {
  expect(sendBlock({ ...ready, text: 'x'.repeat(16_000) })).toBeNull();
  expect(sendBlock({ ...ready, text: 'x'.repeat(16_001) })).toBe('too-long');
  expect(blockNotice('too-long')?.description).toBe('Message too long');
});
