import { Badge, Box, Button, Dialog, EmptyState, ErrorState, SkeletonRows, Text } from '@homie/ui';
import { useState } from 'react';
import type { AuditHold } from '@homie/contracts';
import type { Zone } from '../../../time/zone';
import { HoldItem } from './hold-item';
import { LiftHold } from './lift-hold';
import { SetHold } from './set-hold';
import { useHolds } from './use-holds';
import { useApi, useQuery } from '@homie/api-client';
import { useAuditApi } from '../../../api/audit-api';

/** Shows how long entries are retained without a hold. Reserves its line while loading to avoid a layout shift. */
function Retention() {
  const api = useApi();
  const { readAuditRetention } = useAuditApi();
  const { data } = useQuery({
    queryKey: ['audit', 'retention'],
    queryFn: () => readAuditRetention(api),
    staleTime: Infinity,
  });
  return (
    <Text mb="3" minHeight="6">
      {data &&
        (data.days === null
          ? 'Entries are kept indefinitely.'
          : `Entries older than ${data.days.toLocaleString('en-AU')} days are purged, unless they are on hold.`)}
    </Text>
  );
}

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
