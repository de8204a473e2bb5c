import type { Participant, ParticipantInput } from '@homie/contracts';

/** What a new participant begins with. */
export const newParticipant: ParticipantInput = { display_name: '', status: 'active' };

/** A participant as the form holds it. */
export function toFormValues(participant: Participant): ParticipantInput {
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

/** Describes a value in words. */
export function describeParticipantValue(_name: string, value: unknown): string {
  return statusOptions.find((option) => option.value === value)?.label ?? String(value ?? '');
}
