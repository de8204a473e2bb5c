import { AUDIT_KEYWORD_MAX_LENGTH, type AuditLog } from '@homie/contracts';
import { Grid } from '@homie/ui';
import { useAuditApi } from '../../api/audit-api';
import type { AuditControl } from '../../state/use-audit-state';
import { ActionChips } from './action-chips';
import { DateRangeFields } from './date-range';
import { LookupField } from './lookup-field';
import { TypedField } from './typed-field';

/** The controls of the filters. */
export function FilterFields({
  control,
  found,
}: {
  control: AuditControl;
  found: AuditLog | undefined;
}) {
  const { state, change } = control;
  const { auditFilterSchema } = useAuditApi();

  function validateId(text: string): string | undefined {
    if (text === '') return undefined;
    const isWhole = auditFilterSchema.safeParse({ conversationId: text }).success;
    return isWhole ? undefined : 'Paste the full ID';
  }

  return (
    <>
      <Grid gap="4" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}>
        <DateRangeFields {...control} />
        <LookupField
          subject="user"
          label="User"
          placeholder="Search by name or email"
          id={state.userId}
          formerName={found?.user_email}
          onChoose={(userId) => change({ userId })}
        />
        <LookupField
          subject="user"
          label="Affected user"
          placeholder="Search by name or email"
          id={state.targetUserId}
          formerName={found?.target_user_email}
          onChoose={(targetUserId) => change({ targetUserId })}
        />
        <LookupField
          subject="assistant"
          label="Assistant"
          placeholder="Search by label"
          id={state.assistantId}
          formerName={found?.assistant_label}
          onChoose={(assistantId) => change({ assistantId })}
        />
        <LookupField
          subject="participant"
          label="Participant"
          placeholder="Search by name"
          id={state.participantId}
          formerName={found?.participant_name}
          onChoose={(participantId) => change({ participantId })}
        />
        <TypedField
          label="Keyword"
          placeholder="Search in action or metadata..."
          maxLength={AUDIT_KEYWORD_MAX_LENGTH}
          value={state.q ?? ''}
          onType={(q) => change({ q: q || undefined }, { replace: true })}
        />
        <TypedField
          label="Conversation ID"
          placeholder="Paste the full ID"
          validate={validateId}
          mono
          value={state.conversationId ?? ''}
          onType={(id) =>
            change({ conversationId: id.toLowerCase() || undefined }, { replace: true })
          }
        />
      </Grid>
      <ActionChips {...control} />
    </>
  );
}
