import type { AccessReason, RoleName } from '@homie/contracts';
import { Badge, Flex } from '@homie/ui';

interface ReasonBadgesProps {
  reasons: readonly AccessReason[];
  /** The role of the person who sees it. */
  role: RoleName;
}

/** Renders the reasons why a user can see a record, each in a few words. */
export function ReasonBadges({ reasons, role }: ReasonBadgesProps) {
  return (
    <Flex gap="1.5" flexWrap="wrap">
      {reasons.map((reason) => (
        <Badge key={reason} tone={tones[reason]}>
          {reasonText(reason, role)}
        </Badge>
      ))}
    </Flex>
  );
}

const tones = {
  admin: 'neutral',
  direct: 'brand',
  role: 'info',
  assignment: 'info',
} as const satisfies Record<AccessReason, string>;

function reasonText(reason: AccessReason, role: RoleName): string {
  switch (reason) {
    case 'admin':
      return 'Administrator';
    case 'direct':
      return 'Direct access';
    case 'role':
      return `Role: ${role.replaceAll('_', ' ')}`;
    case 'assignment':
      return 'Assigned worker';
  }
}
