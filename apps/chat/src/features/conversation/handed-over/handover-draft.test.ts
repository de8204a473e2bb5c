import { expect, test } from 'vitest';
import type { OpenedHandover } from '@homie/contracts';
import { handoverDraft } from './handover-draft';

function handover(contents: string[]): OpenedHandover {
  return {
    id: 'h',
    conversation_id: 'c',
    assistant_id: 'a',
    assistant_label: 'House Rules',
    title: 'Talk',
    owner_email: 'ann@test.example',
    created_at: '2026-11-20T00:00:00Z',
    messages: contents.map((content, index) => ({
      id: String(index),
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      files: [],
      created_at: '2026-11-20T00:00:00Z',
    })),
  };
}

test('OUT-13 a continued handover starts with its messages and their authors', () => {
  expect(handoverDraft(handover(['One', 'Two']))).toBe(
    'Handed over by ann@test.example:\n\nann@test.example: One\n\nHouse Rules: Two\n\n',
  );
});

test('OUT-13 a continued handover omits the earliest messages if they are too long, and says so', () => {
  const draft = handoverDraft(handover(['x'.repeat(9_000), 'y'.repeat(9_000), 'Last']));
  expect(draft).toMatch(
    /^Handed over by ann@test\.example:\n\n\(Earlier messages are left out\.\)\n\nHouse Rules: y{9000}\n\nann@test\.example: Last\n\n$/,
  );
});
