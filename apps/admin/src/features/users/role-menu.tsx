import { roleNameSchema, type User } from '@homie/contracts';
import { Button, IconCheck, IconChevronDown, Menu, Span } from '@homie/ui';
import { roleName } from '../../people/role-name';
import { useRoleChange } from './role-change';

/** Shows the role of a user in a menu that changes it. */
export function RoleMenu({ user }: { user: User }) {
  const { busyId, choose } = useRoleChange();
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
          if (role !== current) choose(user, role);
        },
      }))}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          busy={user.id === busyId}
          marginInlineStart="-3"
          aria-label={`Role of ${user.email}: ${roleName(current)}`}
        >
          <span>{roleName(current)}</span>
          <IconChevronDown size={16} />
        </Button>
      }
    />
  );
}
