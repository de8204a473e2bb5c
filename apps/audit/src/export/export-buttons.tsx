import { Button, Flex, IconButton, IconChevronDown, IconDownload, Menu } from '@homie/ui';
import { useExportJob } from './job/use-export-job';
import type { ExportFormat } from './job/export-job';

interface ExportButtonsProps {
  onExport: (format: ExportFormat) => void;
}

/** 'Export CSV', and beside it the other form. Both wait while an export runs. */
export function ExportButtons({ onExport }: ExportButtonsProps) {
  const { state } = useExportJob();
  const running = state.phase === 'running' ? state.format : undefined;
  const isRunning = (format: ExportFormat) => ({
    busy: running === format,
    disabled: running !== undefined,
  });
  return (
    <Flex>
      <Button
        variant="outline"
        {...isRunning('csv')}
        onClick={() => onExport('csv')}
        borderEndRadius="0"
      >
        {running !== 'csv' && <IconDownload size={18} />}
        Export CSV
      </Button>
      <Menu
        label="Other forms of export"
        trigger={
          <IconButton
            label="Other forms of export"
            variant="outline"
            {...isRunning('jsonl')}
            icon={<IconChevronDown size={18} />}
            borderStartRadius="0"
            marginInlineStart="-1px"
          />
        }
        items={[
          {
            id: 'jsonl',
            label: 'Export JSON Lines',
            hint: 'can be verified',
            onSelect: () => onExport('jsonl'),
          },
        ]}
      />
    </Flex>
  );
}
