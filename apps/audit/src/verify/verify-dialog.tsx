import { Box, Button, Dialog, ErrorState, Stack, Text } from '@homie/ui';
import type { Zone } from '../time';
import { ProgressBar } from '../progress';
import { HoldsInForce } from '../holds';
import { useVerification } from './use-verification';
import { VerificationResult } from './verification-result';

interface VerifyDialogProps {
  /** Whose clock times are told in. */
  zone: Zone;
  /** Opens an entry in place of the dialog. */
  onOpenEntry: (id: string) => void;
  onClose: () => void;
}

/** Checks the whole log for tampering while it is open, and says what that proves and what it cannot. */
export function VerifyDialog({ zone, onOpenEntry, onClose }: VerifyDialogProps) {
  const { state, again } = useVerification();
  const isRunning = state.phase === 'running';
  return (
    <Dialog
      open
      size="lg"
      title="Verify the audit log"
      description="Every entry carries a digest that includes the entry before it. They are computed anew and compared."
      onClose={onClose}
      footer={
        <>
          {state.phase === 'done' && (
            <Button variant="outline" onClick={again}>
              Verify again
            </Button>
          )}
          <Button variant={isRunning ? 'outline' : 'solid'} onClick={onClose}>
            {isRunning ? 'Cancel' : 'Close'}
          </Button>
        </>
      }
    >
      <Box minHeight="80" aria-busy={isRunning}>
        {state.phase === 'running' && <Running {...state} />}
        {state.phase === 'failed' && (
          <ErrorState
            title="The log could not be verified"
            description={state.message}
            onRetry={again}
          />
        )}
        {state.phase === 'done' && (
          // What is longer than the dialog is scrolled by keyboard too.
          <Box as="section" aria-label="Result" tabIndex={0}>
            <VerificationResult findings={state.findings} zone={zone} onOpenEntry={onOpenEntry} />
            <HoldsInForce />
          </Box>
        )}
      </Box>
    </Dialog>
  );
}

function Running({ checked, total }: { checked: number; total: number | undefined }) {
  const number = (count: number) => count.toLocaleString('en');
  return (
    <Stack gap="2" paddingTop="2">
      <Text size="sm" tone="muted" fontVariantNumeric="tabular-nums">
        {total === undefined
          ? 'Asking where the chain stands...'
          : `Checked ${number(checked)} of ${number(total)}`}
      </Text>
      <ProgressBar
        label="Verification progress"
        value={total === undefined ? undefined : total === 0 ? 1 : checked / total}
      />
    </Stack>
  );
}
