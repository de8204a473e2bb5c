import { PARTICIPANT_NAME_MAX_LENGTH, type ParticipantOption } from '@homie/contracts';
import { textSearch } from '@homie/contracts/search-text';
import { ComboboxField } from '@homie/widgets/combobox';
import { useAdminApi } from '../../../data/admin-api';
import { assistantLabels, type AssistantFormValues } from './assistant-form';

export interface ParticipantFieldProps {
  /** The edited assistant: its participant remains among the choices. */
  assistantId: string | undefined;
  participantName: string | null | undefined;
}

type Option = ParticipantOption & { disabled?: string };

/** The participant of an assistant. A search that matches only others shows why they cannot be selected. */
export function ParticipantField({ assistantId, participantName }: ParticipantFieldProps) {
  const { admin, api } = useAdminApi();

  async function findParticipants(q: string, signal: AbortSignal): Promise<Option[]> {
    const isWanted = textSearch(q);
    const options = await admin.listParticipantOptions(api, { q, assistantId, limit: 20 }, signal);
    // The server returns the participant of the edited assistant for any text.
    const found = options.filter(
      ({ display_name }) => display_name !== participantName || isWanted(display_name),
    );
    if (found.length > 0) return found;
    const { rows } = await admin.listParticipants(api, { q, page: 1 });
    return rows.map(({ id, display_name, status }) => ({
      id,
      display_name,
      disabled: status === 'active' ? 'Has an assistant' : 'Inactive',
    }));
  }

  return (
    <ComboboxField<Option, AssistantFormValues>
      name="participant_id"
      label={assistantLabels.participant_id}
      hint="Active participants who have no assistant yet."
      placeholder="Search by name"
      maxLength={PARTICIPANT_NAME_MAX_LENGTH}
      search={findParticipants}
      describe={({ id, display_name, disabled }) => ({ key: id, text: display_name, disabled })}
      emptyText="No participant found"
      initialText={participantName}
    />
  );
}
