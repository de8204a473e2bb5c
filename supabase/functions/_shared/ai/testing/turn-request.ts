import type { TurnRequest } from '../provider.ts';

/** Creates a complete input for a reply, of which a test overrides only the fields that it is about. */
export function turnRequest(request: Partial<TurnRequest> = {}): TurnRequest {
  return {
    turnId: 't1',
    assistant: { label: 'House Rules', openaiAssistantId: 'asst_1' },
    model: 'model-1',
    instructions: 'Be brief.',
    history: [],
    question: 'hello',
    attachments: [],
    web: { enabled: false, domains: [] },
    documents: { hasDocuments: false, passages: [] },
    vectorStoreIds: [],
    notes: [],
    records: {
      participants: async () => [],
      assistants: async () => [],
      present: { id: 'c1' },
      documents: async () => [],
      rankTexts: async () => [],
      earlierConversations: async () => [],
    },
    safetyId: 'person-1',
    maxOutputTokens: 100,
    ...request,
  };
}
