import { Box, Button, Dialog, ErrorState, Flex, Stack, Text, Heading } from '@homie/ui';
import { useState } from 'react';
import type { AuditTime } from '../../state/audit-state';
import type { Zone } from '../../time/zone';
import { pressedStyle } from '../../pressed-style';
import { ProgressBar } from '../../progress-bar';
import { useVerification } from './use-verification';
import { VerificationResult } from './verification-result';
import { describeHold } from './holds/describe-hold';
import { useHolds } from './holds/use-holds';

/** Lists the active holds with their reasons; renders nothing if there are none. */
function HoldsInForce() {
  const { data } = useHolds();
  const holding = data?.filter(({ liftedAt }) => liftedAt === null) ?? [];
  if (holding.length === 0) return null;
  return (
    <Box as="section" mt="5">
      <Heading as="h3" size="sm" mb="1.5">
        Legal holds
      </Heading>
      <Box as="ul" paddingInlineStart="5" listStyleType="disc">
        {holding.map((hold) => (
          <Text key={hold.id} as="li" mb="1" overflowWrap="anywhere">
            {describeHold(hold)}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

interface VerifyDialogProps {
  /** The time zone of the displayed times. */
  zone: Zone;
  /** The time range of the screen and its display name; undefined if it is the whole log. */
  range: { time: AuditTime; name: string } | undefined;
  /** Opens an entry instead of the dialog. */
  onOpenEntry: (id: string) => void;
  onClose: () => void;
}

/** Verifies the log, or the range of the screen, against tampering while open. Explains the guarantees and limits. */
export function VerifyDialog({ zone, range, onOpenEntry, onClose }: VerifyDialogProps) {
  const [time, setTime] = useState<AuditTime>();
  const { state, again } = useVerification(time);
  const isRunning = state.phase === 'running';
  return (
    <Dialog
      open
      size="lg"
      title="Verify the audit log"
      description="Every entry has a digest that includes the entry before it. We recalculate each one and compare."
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
      {range && (
        <Flex asChild gap="2" flexWrap="wrap" mb="4">
          <fieldset aria-label="What this verifies">
            {[
              { name: 'All entries', each: undefined },
              { name: range.name, each: range.time },
            ].map(({ name, each }) => (
              <Button
                key={name}
                size="sm"
                variant="outline"
                aria-pressed={each === time}
                css={pressedStyle}
                onClick={() => setTime(each)}
              >
                {name}
              </Button>
            ))}
          </fieldset>
        </Flex>
      )}
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
          // Focusable, so that a long result can be scrolled by keyboard too.
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
  const number = (count: number) => count.toLocaleString('en-AU');
  return (
    <Stack gap="2" paddingTop="2">
      <Text size="sm" tone="muted" fontVariantNumeric="tabular-nums">
        {total === undefined
          ? 'Reading the chain...'
          : `Checked ${number(checked)} of ${number(total)}`}
      </Text>
      <ProgressBar
        label="Verification progress"
        value={total === undefined ? undefined : total === 0 ? 1 : checked / total}
      />
    </Stack>
  );
}
