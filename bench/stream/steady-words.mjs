import { setTimeout as delay } from 'node:timers/promises';
import { readClock } from './clock.mjs';

const WORD_EVERY_MS = 10;

/**
 * Yields words at a constant rate; each contains the time at which it was due. A blocked process does not shift the due
 * times: the measured delay includes the block.
 */
export async function* steadyWords(milliseconds) {
  const start = performance.now();
  const origin = readClock();
  for (let due = 0; due < milliseconds; due += WORD_EVERY_MS) {
    // Repeated, because a timer may fire a fraction of a millisecond too early.
    for (let wait; (wait = start + due - performance.now()) > 0;) await delay(Math.ceil(wait));
    yield ` ${(origin + due * 1_000).toString(36)}`;
  }
}

/** Creates an AI provider that writes these words into every reply. */
export function steadyProvider(milliseconds) {
  return {
    kind: 'steady',
    capabilities: {
      webSearch: false,
      domainFilter: false,
      fileInput: 'text',
      fileUpload: false,
      resume: false,
    },
    async *stream() {
      yield { type: 'created', responseId: 'resp_1' };
      yield { type: 'message', openaiMessageId: 'msg_1' };
      for await (const text of steadyWords(milliseconds)) yield { type: 'delta', text };
      yield { type: 'done', usage: null };
    },
  };
}
