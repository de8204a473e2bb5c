import { Box, Flex, ListItem, Text, type Elements } from '@homie/ui';
import type { ReactNode } from 'react';

interface SecurityItemProps {
  name: string;
  detail: ReactNode;
  /** Buttons. */
  children: Elements;
}

/** An authenticator app or a passkey in its list. */
export function SecurityItem({ name, detail, children }: SecurityItemProps) {
  return (
    <ListItem borderTopWidth="1px" borderColor="border.subtle" paddingBlock="3">
      <Flex gap="3" alignItems="center" flexWrap="wrap">
        <Box flex="1" minWidth="52">
          <Text translate="no" fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          <Text size="sm" tone="muted">
            {detail}
          </Text>
        </Box>
        {children}
      </Flex>
    </ListItem>
  );
}
