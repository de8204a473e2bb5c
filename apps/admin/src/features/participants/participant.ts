import type { AdminApi } from '@homie/api-client';
import type { Participant } from '@homie/contracts';

/** The participants as a resource. */
export const participantResource = {
  name: { one: 'participant', many: 'participants' },
  api: (admin: AdminApi) => admin.participantData,
  recordName: ({ display_name }: Participant) => display_name,
};
