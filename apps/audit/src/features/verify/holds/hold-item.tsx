import { useApi, useQuery } from '@homie/api-client';
import type { AuditHold } from '@homie/contracts';
import { Box, Flex, Text } from '@homie/ui';
import type { ReactNode } from 'react';
import { useAuditApi } from '../../../api/audit-api';
import { labelledTime } from '../../../time/clock';
import type { Zone } from '../../../time/days';
import { holdSubject } from './describe-hold';

interface HoldItemProps {
  hold: AuditHold;
  zone: Zone;
  /** What can be done with it, or how it stands. */
  action: ReactNode;
}

/** A hold: what it is on, why, and who set and lifted it when. */
export function HoldItem({ hold, zone, action }: HoldItemProps) {
  const { reason, setBy, setAt, liftedBy, liftedAt } = hold;
  const at = (time: string) => labelledTime(new Date(time), zone);
  return (
    <Flex
      as="li"
      gap="4"
      alignItems="flex-start"
      justifyContent="space-between"
      paddingBlock="3"
      borderBottomWidth="1px"
      borderColor="border.subtle"
    >
      <Box minWidth="0" overflowWrap="anywhere">
        <Text fontWeight="medium">{holdSubject(hold, useSubjectName(hold))}</Text>
        <Text>{reason}</Text>
        <Text size="sm" tone="muted">
          Placed by {setBy ?? 'an operator'}, {at(setAt)}
        </Text>
        {liftedAt !== null && (
          <Text size="sm" tone="muted">
            Lifted by {liftedBy ?? 'an operator'}, {at(liftedAt)}
          </Text>
        )}
      </Box>
      <Box flexShrink="0">{action}</Box>
    </Flex>
  );
}

/** What the subject of a hold is called, if it has a name and still exists. */
function useSubjectName({ kind, subjectId }: AuditHold): string | null | undefined {
  const api = useApi();
  const { readAuditName } = useAuditApi();
  const named = kind === 'all' || kind === 'conversation' ? undefined : kind;
  const { data } = useQuery({
    queryKey: ['audit', 'name', kind, subjectId],
    queryFn: () => (named && subjectId ? readAuditName(api, named, subjectId) : null),
    enabled: named !== undefined,
    staleTime: Infinity,
  });
  return data;
}
