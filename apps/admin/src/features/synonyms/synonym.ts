import type { AdminApi, Synonym } from '@homie/api-client';

/** The synonyms as a resource. */
export const synonymResource = {
  name: { one: 'synonym', many: 'synonyms' },
  api: (admin: AdminApi) => admin.synonymData,
  recordName: ({ words }: Synonym) => words,
};

/** The labels of the fields and columns. */
export const SYNONYM_LABELS = { words: 'Words in a question', also: 'Also find' } as const;
