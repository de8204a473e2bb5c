import { Badge, Box, Button, Dialog, EmptyState, ErrorState, SkeletonRows, Text } from '@homie/ui';
import { useState } from 'react';
import type { AuditHold } from '@homie/contracts';
import type { Zone } from '../../../time/days';
import { HoldItem } from './hold-item';
import { LiftHold } from './lift-hold';
import { Retention } from './retention';
import { SetHold } from './set-hold';
import { useHolds } from './use-holds';

interface HoldsDialogProps {
  /** The time zone of the displayed times. */
  zone: Zone;
  onClose: () => void;
}

/** Renders the dialog that lists, sets and lifts legal holds: records that must not be deleted, since when and why. */
export function HoldsDialog({ zone, onClose }: HoldsDialogProps) {
  const { data, error, refetch, isFetching } = useHolds();
  const [isSetting, setSetting] = useState(false);
  const [lifted, setLifted] = useState<AuditHold>();
  const changed = () => void refetch();
  return (
    <>
      <Dialog
        open
        size="lg"
        title="Legal holds"
        description="Records on hold cannot be deleted, and their entries in the log are never purged."
        onClose={onClose}
        footer={
          <>
            <Button variant="outline" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => setSetting(true)}>Place a hold</Button>
          </>
        }
      >
        <Retention />
        <Box minHeight="48">
          {!data && !error && <SkeletonRows rows={3} label="Loading holds..." />}
          {!data && error && (
            <ErrorState
              title="The holds could not be loaded"
              description="Check your connection and try again."
              onRetry={changed}
              retrying={isFetching}
            />
          )}
          {data?.length === 0 && (
            <EmptyState
              headingAs="h3"
              title="No holds"
              description="Place a hold when an inquiry or dispute means records must be kept."
            />
          )}
          <Box as="ul" listStyleType="none" aria-label="Legal holds">
            {data?.map((hold) => (
              <HoldItem
                key={hold.id}
                hold={hold}
                zone={zone}
                action={
                  hold.liftedAt === null ? (
                    <Button size="sm" variant="outline" onClick={() => setLifted(hold)}>
                      Lift
                    </Button>
                  ) : (
                    <Badge>Lifted</Badge>
                  )
                }
              />
            ))}
          </Box>
        </Box>
        <Text size="sm" tone="muted" mt="4">
          Placing and lifting holds is recorded in the log.
        </Text>
      </Dialog>
      {isSetting && <SetHold onSet={changed} onClose={() => setSetting(false)} />}
      {lifted && <LiftHold hold={lifted} onLifted={changed} onClose={() => setLifted(undefined)} />}
    </>
  );
}
