import { lazyAccountApi, useApi, useQuery, useQueryClient } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { Button, ConfirmDialog, ErrorState, List, SkeletonRows, toast } from '@homie/ui';
import { describeDevice, SessionItem } from '@homie/widgets';
import { useState } from 'react';
import { reportError } from '../../layout/report-failure';
import { Section } from '../../layout/section';

/** The sessions that a confirmation is open for: one of them, or all others. */
type Ending = { id: string; device: string } | 'others';

/** The devices on which the user is signed in. */
export default function SessionsScreen() {
  const api = useApi();
  const client = useQueryClient();
  const userId = useSession()?.user.id;
  const queryKey = ['account', userId, 'sessions'];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await lazyAccountApi()).listSessions(api),
  });
  // The list does not wait for them, and does without them.
  const { data: places } = useQuery({
    queryKey: [...queryKey, 'places'],
    queryFn: async () => (await lazyAccountApi()).listSessionPlaces(api),
    retry: false,
  });
  const [ending, setEnding] = useState<Ending>();
  const [busy, setBusy] = useState(false);

  async function end() {
    if (!ending) return;
    setBusy(true);
    try {
      const calls = await lazyAccountApi();
      if (ending === 'others') await calls.endOtherSessions(api);
      else await calls.endSession(api, ending.id);
      toast.success({ title: ending === 'others' ? 'Other sessions ended' : 'Session ended' });
    } catch (error) {
      reportError(error);
    }
    await client.invalidateQueries({ queryKey });
    setBusy(false);
    setEnding(undefined);
  }

  if (!data)
    return isError ? (
      <ErrorState
        title="Your sessions could not be loaded"
        description="Check your connection and try again."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonRows rows={3} label="Loading..." />
    );
  return (
    <Section
      title="Where you are signed in"
      description="End a session that you do not recognise, and change your password."
      actions={
        data.length > 1 && (
          <Button variant="outline" onClick={() => setEnding('others')}>
            End all others
          </Button>
        )
      }
    >
      <List display="flex" flexDirection="column">
        {data.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            place={places?.[session.id]}
            onEnd={() => setEnding({ id: session.id, device: describeDevice(session.user_agent) })}
          />
        ))}
      </List>
      <ConfirmDialog
        open={ending !== undefined}
        title={ending === 'others' ? 'End all other sessions?' : 'End this session?'}
        body={
          ending === 'others'
            ? 'You stay signed in here. All your other devices are signed out within a few seconds.'
            : `${ending?.device ?? ''} is signed out within a few seconds.`
        }
        confirmLabel={ending === 'others' ? 'End sessions' : 'End session'}
        busyLabel="Ending..."
        destructive
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setEnding(undefined)}
      />
    </Section>
  );
}
