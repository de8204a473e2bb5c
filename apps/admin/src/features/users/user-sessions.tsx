import { useQuery } from '@homie/api-client';
import { Heading, List, Stack, Text, TextField } from '@homie/ui';
import { describeDevice, FormDialog, SessionItem } from '@homie/widgets';
import { useState } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { useChange } from '../../data/use-change';
import { UnreadPanel } from '../../records/unread-panel';

/** Where a user is signed in, with a button that ends each session. */
export function UserSessions({ userId }: { userId: string }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.userSessionsQuery(api, userId));
  // The list does not wait for them, and does without them.
  const { data: places } = useQuery(admin.userPlacesQuery(api, userId));
  const [ending, setEnding] = useState<{ id: string; device: string }>();
  const { data: sessions } = query;

  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        Sessions
      </Heading>
      {!sessions ? (
        <UnreadPanel
          query={query}
          failureTitle="Failed to load sessions"
          label="Loading the sessions"
          rows={2}
        />
      ) : sessions.length === 0 ? (
        <Text tone="muted">This user is not signed in.</Text>
      ) : (
        <List aria-label="Sessions" display="flex" flexDirection="column">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              place={places?.[session.id]}
              onEnd={() =>
                setEnding({ id: session.id, device: describeDevice(session.user_agent) })
              }
            />
          ))}
        </List>
      )}
      {ending && <EndSession userId={userId} {...ending} onClose={() => setEnding(undefined)} />}
    </Stack>
  );
}

interface EndSessionProps {
  userId: string;
  id: string;
  device: string;
  onClose: () => void;
}

/** Ends one session of a user, with a reason. */
function EndSession({ userId, id, device, onClose }: EndSessionProps) {
  const { admin, api } = useAdminApi();
  const { run } = useChange(admin.userData.invalidate);
  return (
    <FormDialog
      title="End this session?"
      description={`${device} is signed out within a few seconds.`}
      size="sm"
      schema={admin.secureAccountSchema}
      defaultValues={{ action: 'sessions', reason: '' }}
      submitLabel="End session"
      busyLabel="Ending..."
      onSubmit={async ({ reason }, { finish }) => {
        const isDone = await run({
          run: async () => {
            await admin.secureAccount(api, { userId, action: 'sessions', sessionId: id, reason });
            return 'Session ended';
          },
        });
        if (isDone) finish();
      }}
      onClose={onClose}
    >
      <TextField<{ action: string; reason: string }>
        name="reason"
        label="Reason"
        hint="Recorded in the audit log."
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
