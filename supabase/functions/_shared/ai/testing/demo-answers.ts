import type { ExtractedFile } from '../../domain/extract/extracted-file.ts';
import { demoProvider } from '../demo-provider.ts';
import type { ProviderEvent, TurnAttachment, TurnRequest } from '../provider.ts';
import { rankByWords } from './rank-by-words.ts';
import { turnRequest } from './turn-request.ts';

const participants = [
  { name: 'Ava Thompson', status: 'active' as const },
  { name: 'Noah Williams', status: 'inactive' as const },
];

const garden = {
  id: '0a',
  title: 'Garden tools',
  assistantLabel: 'House Rules',
  participantName: null,
  isOwn: true,
  messages: [
    { role: 'user' as const, text: 'Where is the wheelbarrow?', isDemo: false },
    { role: 'assistant' as const, text: 'It is:\n\n- behind the shed', isDemo: false },
    { role: 'user' as const, text: 'It had a flat tyre.', isDemo: false },
    { role: 'assistant' as const, text: 'A reply of the demo about kayaks.', isDemo: true },
  ],
};
const visits = {
  ...garden,
  id: '0b',
  title: 'Visits of the plumber',
  messages: [{ role: 'assistant' as const, text: '```\nHe came twice.', isDemo: false }],
};

/** Creates a request with records to answer from. */
const demoRequest = (request: Partial<TurnRequest>): TurnRequest =>
  turnRequest({
    question: '',
    records: {
      present: { id: 'c1' },
      participants: async () => participants,
      assistants: async () => [
        { label: 'Care of Ava', kind: 'participant', participantName: 'Ava Thompson' },
      ],
      documents: async () => [
        { title: 'House guide', href: '/app?document=1a&passage=1', headings: ['Bins'] },
      ],
      rankTexts: rankByWords,
      earlierConversations: async () => [garden, visits],
    },
    ...request,
  });

/** A PDF of a message, with what was read of it. */
export function file(name: string, content: Partial<ExtractedFile>): TurnAttachment {
  return {
    name,
    mime: 'application/pdf',
    openaiFileId: null,
    content: { parts: [], tables: [], notes: [], ...content },
  };
}

/** Returns the events of the reply of the demo to a request with records to answer from. */
export async function events(request: Partial<TurnRequest>): Promise<ProviderEvent[]> {
  const stream = demoProvider({ delayMs: 0 }).stream(demoRequest(request), {
    signal: new AbortController().signal,
  });
  const seen: ProviderEvent[] = [];
  for await (const event of stream) seen.push(event);
  return seen;
}

/** Returns the text of that reply. */
export async function answer(request: Partial<TurnRequest>): Promise<string> {
  return (await events(request))
    .map((event) => (event.type === 'delta' ? event.text : ''))
    .join('');
}
