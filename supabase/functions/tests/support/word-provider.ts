import { setTimeout as delay } from 'node:timers/promises';
import type { AiProvider } from '../../_shared/ai/provider.ts';

const WORDS = 25;

/** All that a word provider answers to a question. */
export function answerTo(question: string): string {
  return Array.from({ length: WORDS }, (_, index) => `${question}/${index} `).join('');
}

/** An AI provider whose answers are known beforehand and come word by word. */
export function wordProvider({ pauseMs }: { pauseMs: number }): AiProvider {
  return {
    kind: 'words',
    capabilities: {
      webSearch: false,
      domainFilter: false,
      fileSearch: false,
      fileInput: 'text',
      fileUpload: false,
      resume: false,
    },
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
