import type { Participant, ParticipantInput } from '@homie/contracts';
import type { FormValues } from '@homie/widgets';

/** What a new participant begins with. */
export const newParticipant: ParticipantInput & FormValues = { display_name: '', status: 'active' };

/** A participant as the form holds it. */
export function toFormValues(participant: Participant): ParticipantInput & FormValues {
  return { display_name: participant.display_name, status: participant.status };
}

/** The fields' names as people read them. */
export const participantLabels = {
  display_name: 'Display name',
  status: 'Status',
} as const satisfies Record<keyof ParticipantInput, string>;

/** The statuses as people read them. */
export const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const satisfies readonly { value: Participant['status']; label: string }[];

/** A value in words. */
export function tellValue(_name: string, value: unknown): string {
  return statusOptions.find((option) => option.value === value)?.label ?? String(value ?? '');
}
