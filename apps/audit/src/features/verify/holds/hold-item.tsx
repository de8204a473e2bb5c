import type { AuditHold } from '@homie/contracts';
import { Box, Flex, Text } from '@homie/ui';
import type { ReactNode } from 'react';
import { labelledTime } from '../../../time/clock';
import type { Zone } from '../../../time/zone';
import { holdSubject } from './describe-hold';
import { useSubjectName } from './use-subject-name';

interface HoldItemProps {
  hold: AuditHold;
  zone: Zone;
  /** Actions for the hold, or its status. */
  action: ReactNode;
}

/** Renders a hold: its subject and reason, and who set and lifted it when. */
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
        <Text translate="no">{reason}</Text>
        <Text size="sm" tone="muted">
          Placed by <OperatorName name={setBy} />
          <span>{`, ${at(setAt)}`}</span>
        </Text>
        {liftedAt !== null && (
          <Text size="sm" tone="muted">
            Lifted by <OperatorName name={liftedBy} />
            <span>{`, ${at(liftedAt)}`}</span>
          </Text>
        )}
      </Box>
      <Box flexShrink="0">{action}</Box>
    </Flex>
  );
}

function OperatorName({ name }: { name: string | null }) {
  return name === null ? <span>an operator</span> : <span translate="no">{name}</span>;
}
