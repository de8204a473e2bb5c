import { setTimeout as delay } from 'node:timers/promises';
import type { AiProvider } from '../../_shared/ai/provider.ts';
import { TEXT_ONLY } from '../../_shared/ai/text-only.ts';

const WORDS = 25;

/** Returns the whole answer of a word provider to a question. */
export function answerTo(question: string): string {
  return Array.from({ length: WORDS }, (_, index) => `${question}/${index} `).join('');
}

/** Creates an AI provider with known answers, which it streams word by word. */
export function wordProvider({ pauseMs }: { pauseMs: number }): AiProvider {
  return {
    kind: 'words',
    capabilities: TEXT_ONLY,
    async *stream({ question, turnId }, { signal }) {
      yield { type: 'created', responseId: `words_${turnId}` };
      yield { type: 'message', openaiMessageId: `words_${turnId}` };
      for (const text of answerTo(question).match(/\S+ /g) ?? []) {
        await delay(pauseMs, undefined, { signal });
        yield { type: 'delta', text };
      }
      yield { type: 'done', usage: null };
    },
  };
}
