import { Box, Button, Flex, IconAlert, Text } from '@homie/ui';
import { useExportJob } from './job/use-export-job';
import { ProgressBar } from '../../progress-bar';

/** Shows the progress of the running export or the error of the last one; otherwise renders nothing. */
export function ExportStatus() {
  const { job, state } = useExportJob();
  if (state.phase === 'idle') return null;
  return (
    <Box
      as="section"
      aria-label="Export"
      mb="4"
      padding="3"
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="lg"
      bg="bg.surface"
    >
      {state.phase === 'running' ? (
        <Running count={state.count} total={state.total} onCancel={job.cancel} />
      ) : (
        <Flex gap="3" alignItems="center" flexWrap="wrap">
          <Flex
            gap="2"
            alignItems="center"
            width={{ base: 'full', sm: 'auto' }}
            flex={{ sm: '1' }}
            color="danger.fg"
          >
            <IconAlert />
            <Text>{`The export failed: ${state.message}`}</Text>
          </Flex>
          <Button size="sm" variant="outline" onClick={job.retry}>
            Retry
          </Button>
          <Button size="sm" variant="ghost" onClick={job.dismiss}>
            Dismiss
          </Button>
        </Flex>
      )}
    </Box>
  );
}

interface RunningProps {
  count: number;
  total: number | undefined;
  onCancel: () => void;
}

function Running({ count, total, onCancel }: RunningProps) {
  const number = (rows: number) => rows.toLocaleString('en-AU');
  return (
    <Flex gap="4" alignItems="center">
      <Box flex="1">
        <Text size="sm" mb="1.5" fontVariantNumeric="tabular-nums">
          {total === undefined
            ? 'Starting the export...'
            : `Exporting ${number(count)} of ${number(total)} entries. Keep this tab open.`}
        </Text>
        <ProgressBar
          label="Export progress"
          value={total === undefined ? undefined : total === 0 ? 1 : count / total}
        />
      </Box>
      <Button size="sm" variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    </Flex>
  );
}
