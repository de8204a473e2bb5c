import type { AdminApi } from '@homie/api-client';
import type { Assistant } from '@homie/contracts';

/** The assistants as a resource. */
export const assistantResource = {
  name: { one: 'assistant', many: 'assistants' },
  api: (admin: AdminApi) => admin.assistantData,
  recordName: ({ label }: Assistant) => label,
};
