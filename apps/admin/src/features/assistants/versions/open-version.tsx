import { useQuery } from '@homie/api-client';
import type { Assistant, SavedAssistantModel } from '@homie/contracts';
import { Box, Button, Text } from '@homie/ui';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { UnreadPanel } from '../../../records/unread-panel';
import { InstructionDifference } from './instruction-difference';

interface OpenVersionProps {
  assistant: Assistant;
  number: number;
  isCurrent: boolean;
}

/** Renders the text of the current version, or the difference of an earlier one, which can be restored. */
export function OpenVersion({ assistant, number, isCurrent }: OpenVersionProps) {
  const { admin, api } = useAdminApi();
  const version = useQuery(admin.instructionVersionQuery(api, assistant, number));
  const model = useQuery(admin.assistantModelQuery(api, assistant.id));
  if (version.data === undefined || !model.data)
    return (
      <UnreadPanel
        query={version.data === undefined ? version : model}
        failureTitle="Failed to load the version"
        rows={3}
        label="Loading the version"
      />
    );
  return (
    <Box mb="4">
      {isCurrent ? (
        <Text size="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {version.data || 'No instructions: the default is used.'}
        </Text>
      ) : (
        <>
          <InstructionDifference before={version.data} after={model.data.instructions} />
          <Restore assistantId={assistant.id} model={model.data} text={version.data} of={number} />
        </>
      )}
    </Box>
  );
}

interface RestoreProps {
  assistantId: string;
  model: SavedAssistantModel;
  text: string;
  /** The number of the version. */
  of: number;
}

function Restore({ assistantId, model, text, of }: RestoreProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange(async (client) => {
    void client.invalidateQueries({ queryKey: ['admin', 'history'] });
    await admin.assistantData.invalidate(client);
  });

  function restore() {
    let restored = model;
    void run({
      run: async () => {
        restored = await admin.changeInstructions(api, assistantId, model, text);
        return `Version ${of} restored`;
      },
      undo: async () => {
        await admin.changeInstructions(api, assistantId, restored, model.instructions);
        return 'Restoring undone';
      },
    });
  }

  return (
    <Button
      size="sm"
      variant="outline"
      mt="3"
      busy={busy}
      disabled={text === model.instructions}
      aria-label={`Restore version ${of}`}
      onClick={restore}
    >
      Restore
    </Button>
  );
}
