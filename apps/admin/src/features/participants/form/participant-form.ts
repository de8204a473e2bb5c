import type { Participant, ParticipantInput } from '@homie/contracts';

/** The initial values of a new participant. */
export const newParticipant: ParticipantInput = { display_name: '', status: 'active' };

/** Converts a participant to form values. */
export function toFormValues(participant: Participant): ParticipantInput {
  return { display_name: participant.display_name, status: participant.status };
}

/** The labels of the fields. */
export const participantLabels = {
  display_name: 'Display name',
  status: 'Status',
} as const satisfies Record<keyof ParticipantInput, string>;

/** The labels of the statuses. */
export const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const satisfies readonly { value: Participant['status']; label: string }[];

/** Describes a value in words. */
export function describeParticipantValue(_name: string, value: unknown): string {
  return statusOptions.find((option) => option.value === value)?.label ?? String(value ?? '');
}
