import type { AuditLog } from '@homie/contracts';
import { Box, Flex, IconInfo, LinkButton, Text, VisuallyHidden } from '@homie/ui';
import { EmailText, ChangeList, describeChanges, IconExternal } from '@homie/widgets';
import { ActionLabel } from '../../entries/action-label';
import { KindBadge } from '../../entries/kind-badge';
import { labelledTime } from '../../time/clock';
import { ownZone } from '../../time/zone';
import { CopyButton, CopyLink } from './copy-button';
import { Fact, Facts } from './fact';

const TRACE_FIELDS = ['run_id', 'thread_id', 'openai_message_id'];

/** Tests whether metadata has fields that identify a run at the AI provider. */
function hasTrace(meta: Readonly<Record<string, unknown>>): boolean {
  return TRACE_FIELDS.some((field) => field in meta);
}

/** Renders an entry as a document with all its details, from time and user to metadata. */
export function EntryDocument({ entry }: { entry: AuditLog }) {
  const moment = new Date(entry.created_at);
  const own = ownZone();
  const changes = describeChanges(entry.meta);
  return (
    <>
      <Flex mb="3" gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
        <ActionLabel action={entry.action} />
        <CopyLink id={entry.id} />
      </Flex>
      {hasTrace(entry.meta) && <TraceBanner />}
      <Facts title="Time">
        <Fact name="UTC" value={labelledTime(moment, 'utc')} mono />
        <Fact name="Melbourne" value={labelledTime(moment, 'melbourne')} mono />
        {own.includes('/') && <Fact name={own} value={labelledTime(moment, own)} mono />}
      </Facts>
      {changes.length > 0 && (
        <Box as="section" paddingBlock="4" borderTopWidth="1px" borderColor="border.subtle">
          <Box as="h3" fontSize="sm" fontWeight="semibold" mb="2">
            Changes
          </Box>
          <ChangeList changes={changes} />
        </Box>
      )}
      <Facts title="User">
        <Fact
          name="Email"
          value={entry.user_email && <EmailText email={entry.user_email} />}
          copy={{ label: 'User email', text: entry.user_email }}
        />
        <Fact
          name="ID"
          value={entry.user_id}
          copy={{ label: 'User ID', text: entry.user_id }}
          mono
        />
      </Facts>
      {entry.target_user_id !== null && (
        <Facts title="Affected user">
          <Fact
            name="Email"
            value={entry.target_user_email && <EmailText email={entry.target_user_email} />}
            copy={{ label: 'Email of the affected user', text: entry.target_user_email }}
          />
          <Fact
            name="ID"
            value={entry.target_user_id}
            copy={{ label: 'ID of the affected user', text: entry.target_user_id }}
            mono
          />
        </Facts>
      )}
      <Facts title="Assistant">
        <Fact name="Label" value={entry.assistant_label} />
        <Fact
          name="Type"
          value={entry.assistant_kind && <KindBadge kind={entry.assistant_kind} />}
        />
        <Fact
          name="ID"
          value={entry.assistant_id}
          copy={{ label: 'Assistant ID', text: entry.assistant_id }}
          mono
        />
      </Facts>
      <Facts title="Participant">
        <Fact name="Name" value={entry.participant_name} />
        <Fact
          name="ID"
          value={entry.participant_id}
          copy={{ label: 'Participant ID', text: entry.participant_id }}
          mono
        />
      </Facts>
      <Facts title="Conversation">
        <Fact
          name="ID"
          value={entry.conversation_id}
          copy={{ label: 'Conversation ID', text: entry.conversation_id }}
          mono
        />
      </Facts>
      {entry.conversation_id !== null && <OpenConversation id={entry.conversation_id} />}
      <Metadata meta={entry.meta} />
      <Facts title="Entry">
        <Fact name="ID" value={entry.id} copy={{ label: 'Entry ID', text: entry.id }} mono />
      </Facts>
    </>
  );
}

function TraceBanner() {
  return (
    <Flex
      role="note"
      gap="3"
      mb="4"
      padding="3"
      borderRadius="md"
      bg="info.subtle"
      color="info.fg"
      fontSize="sm"
    >
      <Box aria-hidden flexShrink="0">
        <IconInfo size={18} />
      </Box>
      This log holds trace fields for debugging model interactions.
    </Flex>
  );
}

function OpenConversation({ id }: { id: string }) {
  return (
    <Box mb="4">
      <LinkButton
        href={`/app?conversation=${id}`}
        target="_blank"
        rel="noopener"
        variant="outline"
        size="sm"
      >
        Open conversation
        <IconExternal size={16} />
        <VisuallyHidden>(in a new tab)</VisuallyHidden>
      </LinkButton>
      <Text size="sm" tone="muted" mt="1.5">
        Only the owner of the conversation can open it.
      </Text>
    </Box>
  );
}

function Metadata({ meta }: Pick<AuditLog, 'meta'>) {
  const text = JSON.stringify(meta, null, 2);
  return (
    <Box as="section" paddingBlock="4" borderTopWidth="1px" borderColor="border.subtle">
      <Flex alignItems="center" justifyContent="space-between" mb="2" minHeight="8">
        <Box as="h3" fontSize="sm" fontWeight="semibold">
          Metadata
        </Box>
        <CopyButton label="Metadata" text={text} />
      </Flex>
      <Box
        as="pre"
        padding="3"
        bg="bg.subtle"
        borderRadius="md"
        fontFamily="mono"
        fontSize="sm"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {text}
      </Box>
    </Box>
  );
}
