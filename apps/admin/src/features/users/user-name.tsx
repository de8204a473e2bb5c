import type { User } from '@homie/contracts';
import { Box, Flex } from '@homie/ui';
import { AccountBadge } from '../../people/account-badge';

/** Shows the name of a user with the email below, or the email alone, and the state of an account that is not active. */
export function UserName({ user }: { user: User }) {
  const { email, display_name: name, account_state: state } = user;
  return (
    <Flex columnGap="2" rowGap="1" paddingBlock="1.5" alignItems="center" flexWrap="wrap">
      <Box minWidth="0" lineHeight="short" overflow="hidden" textOverflow="ellipsis" translate="no">
        {name ?? email}
        {name !== null && (
          <Box
            color="fg.muted"
            fontSize="xs"
            fontWeight="normal"
            overflowWrap="anywhere"
            overflow="hidden"
            textOverflow="ellipsis"
          >
            {email}
          </Box>
        )}
      </Box>
      <AccountBadge state={state} />
    </Flex>
  );
}
