import type { FoundUser } from '@homie/contracts';
import { Flex, IconButton, IconX, List, ListItem, Span } from '@homie/ui';
import { EmailText } from './email-text';

interface PickedUsersProps {
  users: readonly FoundUser[];
  onChange: (users: readonly FoundUser[]) => void;
}

/** Renders the people picked for a change, each with a button to remove it. */
export function PickedUsers({ users, onChange }: PickedUsersProps) {
  return (
    <Flex asChild gap="2" flexWrap="wrap">
      <List aria-label="Selected users">
        {users.map((user) => (
          <ListItem key={user.id} css={chip}>
            <Span overflowWrap="anywhere">
              <EmailText email={user.email} />
            </Span>
            <IconButton
              size="sm"
              label={`Remove ${user.email}`}
              icon={<IconX size={16} />}
              onClick={() => onChange(users.filter(({ id }) => id !== user.id))}
            />
          </ListItem>
        ))}
      </List>
    </Flex>
  );
}

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  maxWidth: 'full',
  paddingInlineStart: '3',
  bg: 'bg.surface',
  borderWidth: '1px',
  borderColor: 'border.default',
  borderRadius: 'full',
  fontSize: 'sm',
} as const;
