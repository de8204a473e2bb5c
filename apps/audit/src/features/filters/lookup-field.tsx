import { useApi, useQuery, useQueryClient } from '@homie/api-client';
import {
  ASSISTANT_SEARCH_MAX_LENGTH,
  PARTICIPANT_NAME_MAX_LENGTH,
  USER_SEARCH_MAX_LENGTH,
} from '@homie/contracts';
import { Box, Field } from '@homie/ui';
import { Combobox } from '@homie/widgets/combobox';
import { useAuditApi } from '../../api/audit-api';

/** The number of characters from which a lookup starts. */
const FROM = 3;
const MAX_LENGTHS = {
  user: USER_SEARCH_MAX_LENGTH,
  assistant: ASSISTANT_SEARCH_MAX_LENGTH,
  participant: PARTICIPANT_NAME_MAX_LENGTH,
} as const;

interface LookupFieldProps {
  subject: 'user' | 'assistant' | 'participant';
  label: string;
  placeholder: string;
  /** The chosen one. */
  id: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** The name in the results, used if the record no longer exists. */
  formerName: string | null | undefined;
}

const nameKey = (subject: string, id: string | undefined) =>
  ['audit', 'name', subject, id] as const;

/** Searches for a person or thing by name, and filters by it. */
export function LookupField(props: LookupFieldProps) {
  const { subject, label, placeholder, id, onChoose, formerName } = props;
  const api = useApi();
  const client = useQueryClient();
  const { suggestUsers, suggestAssistants, suggestParticipants, readAuditName } = useAuditApi();
  const suggest = {
    user: suggestUsers,
    assistant: suggestAssistants,
    participant: suggestParticipants,
  }[subject];
  const name = useQuery({
    queryKey: nameKey(subject, id),
    queryFn: () => readAuditName(api, subject, id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
  });
  const known = name.data ?? formerName ?? (name.isPending ? '' : id);

  return (
    <Box gridColumn={{ base: 'span 2', lg: 'auto' }}>
      <Field label={label}>
        {(control) => (
          <Combobox
            control={control}
            placeholder={placeholder}
            from={FROM}
            maxLength={MAX_LENGTHS[subject]}
            search={(text) => suggest(api, text)}
            describe={({ id: key, label: text, subtitle }) => ({ key, text, detail: subtitle })}
            chosen={id === undefined ? undefined : known}
            onChoose={(option) => {
              client.setQueryData(nameKey(subject, option.id), option.label);
              onChoose(option.id);
            }}
            onClear={() => onChoose(undefined)}
          />
        )}
      </Field>
    </Box>
  );
}
