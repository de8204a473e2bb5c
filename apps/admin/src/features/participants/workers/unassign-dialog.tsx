import type { Assignment } from '@homie/api-client';
import { Box, Button, Dialog, List, ListItem, Switch, Text } from '@homie/ui';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { describeResult } from '../describe-workers';
import { PersonName } from '../../../people/person-name';
import { useWorkersPreview } from './use-workers-preview';

interface UnassignDialogProps {
  participantId: string;
  workers: readonly Assignment[];
  onClose: () => void;
}

/** Confirms that workers are unassigned, with the option to also revoke access to the participant's assistant. */
export function UnassignDialog({ participantId, workers, onClose }: UnassignDialogProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange(admin.participantData.invalidate);
  const [withAccess, setWithAccess] = useState(false);
  const userIds = workers.map(({ user_id }) => user_id);
  const change = { participantId, userIds, assigned: false, withAccess };
  const preview = useWorkersPreview(change);
  const [only, ...others] = userIds;
  const isOne = only !== undefined && others.length === 0;

  async function unassign(): Promise<string> {
    if (!isOne) return describeResult(change, await admin.changeWorkers(api, change));
    await admin.unassignWorker(api, {
      participantId,
      userId: only,
      alsoRevokeAssistantAccess: withAccess,
    });
    return 'Worker unassigned successfully';
  }

  async function confirm() {
    if (await run({ run: unassign })) onClose();
  }

  return (
    <Dialog
      open
      size="sm"
      title={isOne ? 'Unassign worker?' : `Unassign ${workers.length} workers?`}
      onClose={() => {
        if (!busy) onClose();
      }}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy}
            busyLabel="Unassigning..."
            onClick={() => void confirm()}
          >
            Unassign
          </Button>
        </>
      }
    >
      <List aria-label="Workers to unassign">
        {workers.map(({ user_id, user }) => (
          <ListItem key={user_id} overflowWrap="anywhere" fontWeight="medium">
            <PersonName person={user} />
          </ListItem>
        ))}
      </List>
      <Box mt="3">
        <Switch
          label="Also revoke assistant access"
          hint="Access through their role is not affected."
          checked={withAccess}
          onChange={setWithAccess}
        />
      </Box>
      {/* Reserves two lines, so that the buttons do not move when the preview loads. */}
      <Text asChild size="sm" tone="muted" mt="2" minHeight="11">
        <output>{preview}</output>
      </Text>
    </Dialog>
  );
}
