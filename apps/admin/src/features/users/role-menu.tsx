import { roleNameSchema, type RoleName, type User } from '@homie/contracts';
import { Button, IconCheck, IconChevronDown, Menu, Span } from '@homie/ui';
import { roleName } from '../../people';

interface RoleMenuProps {
  user: User;
  busy: boolean;
  onChoose: (role: RoleName) => void;
}

/** A user's role, which is changed by choosing another. */
export function RoleMenu({ user, busy, onChoose }: RoleMenuProps) {
  const current = user.role.name;
  return (
    <Menu
      label={`Role of ${user.email}`}
      align="start"
      items={roleNameSchema.options.map((role) => ({
        id: role,
        label: roleName(role),
        icon: role === current ? <IconCheck size={18} /> : <Span display="block" boxSize="18px" />,
        ...(role === current && { hint: 'Current' }),
        onSelect: () => {
          if (role !== current) onChoose(role);
        },
      }))}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          busy={busy}
          marginInlineStart="-3"
          aria-label={`Role of ${user.email}: ${roleName(current)}`}
        >
          {roleName(current)}
          <IconChevronDown size={16} />
        </Button>
      }
    />
  );
}
