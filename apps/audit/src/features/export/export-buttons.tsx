import { useApi } from '@homie/api-client';
import { Button, Flex, IconButton, IconChevronDown, IconDownload, Menu } from '@homie/ui';
import { useAuditApi } from '../../api/audit-api';
import type { AuditControl } from '../../state/use-audit-state';
import { auditExportTask } from './job/audit-export-task';
import type { ExportFormat } from './job/export-job';
import { useExportJob } from './job/use-export-job';
import { exportFileName } from './model/file-name';

interface ExportButtonsProps {
  control: Pick<AuditControl, 'filter' | 'days'>;
  /** How many entries fit, as far as is known. */
  total: number | undefined;
}

/** Renders 'Export CSV' and, next to it, the other format. Both are disabled while an export runs. */
export function ExportButtons({ control: { filter, days }, total = 0 }: ExportButtonsProps) {
  const api = useApi();
  const audit = useAuditApi();
  const { job, state } = useExportJob();
  const running = state.phase === 'running' ? state.format : undefined;
  const isRunning = (format: ExportFormat) => ({
    busy: running === format,
    disabled: running !== undefined,
  });

  function start(format: ExportFormat) {
    const fileName = exportFileName(days, format);
    void job.start(auditExportTask(api, audit, { filter, format, fileName, expected: total }));
  }

  return (
    <Flex>
      <Button
        size="sm"
        variant="outline"
        {...isRunning('csv')}
        onClick={() => start('csv')}
        borderEndRadius="0"
      >
        {running !== 'csv' && <IconDownload size={16} />}
        <span>Export CSV</span>
      </Button>
      <Menu
        label="More export formats"
        trigger={
          <IconButton
            label="More export formats"
            size="sm"
            variant="outline"
            {...isRunning('jsonl')}
            icon={<IconChevronDown size={16} />}
            borderStartRadius="0"
            marginInlineStart="-1px"
          />
        }
        items={[
          {
            id: 'jsonl',
            label: 'Export JSON Lines',
            hint: 'signed',
            onSelect: () => start('jsonl'),
          },
        ]}
      />
    </Flex>
  );
}
