import { Box, Button, Dialog, Field, Flex, IconAttach, Stack, Text, Textarea } from '@homie/ui';
import { useLeaveGuard, LeaveQuestion } from '@homie/widgets';
import { useRef, useState } from 'react';
import { ProgressBar } from '../lists/progress-bar';
import { ImportRows } from './import-rows';
import { decodeTable } from './model/read-table';
import { describeCounts, describeIgnored, describeSent, isUnsent } from './model/describe-import';
import { useImport, type ImportPlan } from './use-import';

interface ImportDialogProps<Entry> {
  plan: ImportPlan<Entry>;
  title: string;
  /** Explains the columns. */
  hint: string;
  example: string;
  /** The header of the value that names a row, e.g. 'Email'. */
  rowHeader: string;
  /** The label of the button that sends `count` rows. */
  confirmLabel: (count: number) => string;
  onClose: () => void;
}

/** The largest file that is read; 500 rows are far smaller. */
const FILE_MAX_BYTES = 1_000_000;

/** Imports a table in three steps: choose, preview, and send with a result for each row. */
export function ImportDialog<Entry>(props: ImportDialogProps<Entry>) {
  const { title, rowHeader, confirmLabel, onClose } = props;
  const { doneLabel } = props.plan;
  const [text, setText] = useState('');
  const job = useImport(props.plan);
  const guard = useLeaveGuard(onClose);
  const { progress, reading } = job;
  const { status, rows = [], results } = progress ?? {};
  const planned = rows.filter(({ state }) => state === 'new').length;
  const unsent = progress ? rows.filter((row) => isUnsent(row, progress.results)).length : 0;
  const sent = rows.filter(({ line }) => results?.get(line)?.outcome === 'done').length;

  function change(value: string) {
    setText(value);
    guard.setDirty(value !== '');
  }

  function start() {
    guard.setDirty(false);
    job.send();
  }

  return (
    <>
      <Dialog
        open
        size="lg"
        title={title}
        description={
          progress
            ? progress.status === 'planned'
              ? 'Nothing has been sent yet.'
              : undefined
            : 'Nothing is sent before the preview.'
        }
        onClose={status === 'sending' ? job.stop : guard.leave}
        footer={
          !progress ? (
            <>
              <Button variant="outline" onClick={guard.leave}>
                Cancel
              </Button>
              <Button
                busy={reading}
                busyLabel="Checking..."
                disabled={text.trim() === ''}
                onClick={() => job.read(text)}
              >
                Preview
              </Button>
            </>
          ) : status === 'planned' ? (
            <>
              <Button variant="outline" onClick={job.restart}>
                Back
              </Button>
              <Button disabled={planned === 0} onClick={start}>
                {confirmLabel(planned)}
              </Button>
            </>
          ) : status === 'sending' ? (
            <>
              <Button variant="outline" onClick={job.stop}>
                Stop
              </Button>
              <Button busy busyLabel="Sending...">
                Send
              </Button>
            </>
          ) : (
            <>
              {sent > 0 && status !== 'undone' && (
                <Button
                  variant="outline"
                  busy={status === 'undoing'}
                  busyLabel="Undoing..."
                  onClick={job.undo}
                >
                  Undo
                </Button>
              )}
              {unsent > 0 && status === 'sent' && (
                <Button variant="outline" onClick={start}>
                  {`Try the other ${unsent} again`}
                </Button>
              )}
              <Button onClick={onClose}>Done</Button>
            </>
          )
        }
      >
        {progress ? (
          <Stack gap="3">
            <Box asChild>
              <output>
                {status === 'planned' ? describeCounts(rows) : describeSent(progress, doneLabel)}
              </output>
            </Box>
            {status === 'planned' && job.ignored.length > 0 && (
              <Text tone="muted">{describeIgnored(job.ignored)}</Text>
            )}
            {status === 'sending' && (
              <ProgressBar label={title} max={planned} value={planned - unsent} />
            )}
            <ImportRows label={title} {...{ rowHeader, doneLabel, progress }} />
          </Stack>
        ) : (
          <ChooseTable {...props} text={text} problem={job.problem} onChange={change} />
        )}
      </Dialog>
      <LeaveQuestion guard={guard} />
    </>
  );
}

interface ChooseTableProps {
  hint: string;
  example: string;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

/** The text of the table, pasted or read from a file. */
function ChooseTable({ hint, example, text, problem, onChange }: ChooseTableProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [fileProblem, setFileProblem] = useState<string>();

  async function readFile(file: File) {
    const isTooLarge = file.size > FILE_MAX_BYTES;
    setFileProblem(isTooLarge ? 'This file is too large for an import.' : undefined);
    if (!isTooLarge) onChange(decodeTable(await file.arrayBuffer()));
  }

  return (
    <Stack gap="3">
      <Flex gap="3" alignItems="center" flexWrap="wrap">
        <Button variant="outline" onClick={() => chooser.current?.click()}>
          <IconAttach size={18} />
          Choose a CSV file
        </Button>
        <Text tone="muted">or paste the rows below.</Text>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file may be chosen again.
            currentTarget.value = '';
            if (file) void readFile(file);
          }}
        />
      </Flex>
      <Field label="Table" hint={hint} error={fileProblem ?? problem}>
        {(control) => (
          <Box asChild fontFamily="mono" fontSize="sm">
            <Textarea
              {...control}
              rows={10}
              spellCheck={false}
              placeholder={example}
              value={text}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          </Box>
        )}
      </Field>
    </Stack>
  );
}
