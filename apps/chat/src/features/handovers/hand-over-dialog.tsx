import { ApiError, lazyHandoversApi, useApi, useQueryClient } from '@homie/api-client';
import {
  HANDOVER_NOTE_MAX_LENGTH,
  type ConversationRow,
  type Handover,
  type HandoverRecipient,
} from '@homie/contracts';
import {
  Box,
  Button,
  Dialog,
  ErrorState,
  Field,
  Flex,
  Heading,
  Input,
  List,
  ListItem,
  Stack,
  Text,
  toast,
  withName,
} from '@homie/ui';
import { TimeText } from '@homie/widgets';
import { Combobox } from '@homie/widgets/combobox';
import { useState } from 'react';
import { useGivenHandovers } from '../../platform/use-given-handovers';

const SEARCH_MAX_LENGTH = 100;

interface HandOverDialogProps {
  conversation: ConversationRow;
  onClose: () => void;
}

/** Hands a conversation over to colleagues who may use its assistant, and revokes that. */
export function HandOverDialog({ conversation: { id, title }, onClose }: HandOverDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const query = useGivenHandovers(id);
  const [chosen, setChosen] = useState<HandoverRecipient | null>(null);
  const [unmatched, setUnmatched] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [busyId, setBusyId] = useState<string | null>(null);

  /** Runs a change, one at a time, and shows the result. */
  async function change(busy: string, run: () => Promise<void>, failure: string) {
    if (busyId !== null) return;
    setBusyId(busy);
    setError(undefined);
    try {
      await run();
      await client.invalidateQueries({ queryKey: ['conversations', 'handovers', 'given', id] });
    } catch (problem) {
      const isStated = problem instanceof ApiError && problem.code.startsWith('PT');
      if (isStated) setError(problem.message);
      else toast.error({ title: failure, description: 'Check your connection and try again.' });
    } finally {
      setBusyId(null);
    }
  }

  function handOver() {
    if (chosen === null) return setError('Choose a colleague from the list.');
    const { id: recipientId, name } = chosen;
    void change(
      'new',
      async () => {
        await (await lazyHandoversApi()).handOver(api, id, recipientId, note);
        setChosen(null);
        setNote('');
        toast.success({ title: 'Handed over', description: `${name} can read it now.` });
      },
      'Not handed over',
    );
  }

  function revoke({ id: handoverId, recipient_name }: Handover) {
    void change(
      handoverId,
      async () => {
        await (await lazyHandoversApi()).revokeHandover(api, handoverId);
        toast.success({
          title: 'Handover revoked',
          description: `${recipient_name} can no longer read it.`,
        });
      },
      'Not revoked',
    );
  }

  const { data: handovers = [] } = query;
  return (
    <Dialog
      open
      title="Hand over"
      description={withName(
        `A colleague gets a read-only copy of ‘${title}’ as it is now, with its files. Later messages are not in it.`,
        title,
      )}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
          <Button busy={busyId === 'new'} busyLabel="Handing over..." onClick={handOver}>
            Hand over
          </Button>
        </>
      }
    >
      <Stack gap="5">
        <Field
          label="Colleague"
          hint="Colleagues who may use the assistant of this conversation."
          error={error}
        >
          {(control) => (
            <Combobox
              control={control}
              placeholder="Search by name or email"
              maxLength={SEARCH_MAX_LENGTH}
              chosen={chosen?.name ?? unmatched}
              search={async (q) => (await lazyHandoversApi()).findHandoverRecipients(api, id, q)}
              describe={({ id: key, name, email }) => ({
                key,
                text: name,
                description: name === email ? undefined : email,
              })}
              emptyText="No colleague who may use the assistant matches that"
              onChoose={(recipient) => {
                setError(undefined);
                setChosen(recipient);
                setUnmatched('');
              }}
              onClear={() => {
                setChosen(null);
                setUnmatched('');
              }}
              onUnmatched={(text) => {
                setChosen(null);
                setUnmatched(text);
              }}
            />
          )}
        </Field>
        <Field label="Note" hint="Optional. Your colleague reads it first.">
          {(control) => (
            <Input
              {...control}
              placeholder="Please ring Ines"
              maxLength={HANDOVER_NOTE_MAX_LENGTH}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        {query.isError && (
          <ErrorState
            title="Earlier handovers could not be loaded"
            description="Check your connection and try again."
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {handovers.length > 0 && (
          <Box>
            <Heading as="h3" size="sm" mb="1">
              Handed over to
            </Heading>
            <List aria-label="Handed over to">
              {handovers.map((handover) => (
                <ListItem key={handover.id} borderTopWidth="1px" borderColor="border.subtle">
                  <Recipient
                    handover={handover}
                    busy={busyId === handover.id}
                    onRevoke={() => revoke(handover)}
                  />
                </ListItem>
              ))}
            </List>
          </Box>
        )}
      </Stack>
    </Dialog>
  );
}

interface RecipientProps {
  handover: Handover;
  busy: boolean;
  onRevoke: () => void;
}

function Recipient({ handover, busy, onRevoke }: RecipientProps) {
  const { recipient_name: name, recipient_email: email, note, created_at, opened_at } = handover;
  const [now] = useState(() => new Date());
  return (
    <Flex alignItems="center" gap="3" paddingBlock="2">
      <Box flex="1" minWidth="0">
        <Text translate="no" overflowWrap="anywhere">
          {name}
        </Text>
        {name !== email && (
          <Text translate="no" size="sm" tone="muted" overflowWrap="anywhere">
            {email}
          </Text>
        )}
        {note !== null && (
          <Text translate="no" size="sm" dir="auto" overflowWrap="anywhere">
            {`‘${note}’`}
          </Text>
        )}
        <Text size="sm" tone="muted">
          <TimeText moment={created_at} now={now} />
          <span>{opened_at ? ', opened' : ', not opened yet'}</span>
        </Text>
      </Box>
      <Button
        variant="outline"
        size="sm"
        busy={busy}
        busyLabel="Revoking..."
        aria-label={`Revoke the handover to ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </Flex>
  );
}
