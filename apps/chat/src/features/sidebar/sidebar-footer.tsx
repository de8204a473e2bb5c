import { describeIdentity, useSession } from '@homie/auth';
import { PRODUCT, useEnvironment } from '@homie/composition';
import { Box, Flex, IconButton, IconCommand, IconKeyboard, Text } from '@homie/ui';

interface SidebarFooterProps {
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
}

/** Who is signed in, and to what; and the quick ways through it. */
export function SidebarFooter({ onOpenPalette, onShowShortcuts }: SidebarFooterProps) {
  const { productName } = useEnvironment();
  const { email } = describeIdentity(useSession()?.user.email);
  return (
    <Box as="footer" padding="4" borderTopWidth="1px" borderColor="border.subtle" fontSize="sm">
      <Text tone="subtle">Signed in as</Text>
      <Text truncate title={email}>
        {email}
      </Text>
      <Flex alignItems="center" marginTop="1" marginEnd="-2" marginBottom="-2">
        <Text tone="subtle" flex="1">
          {productName} {PRODUCT.version}
        </Text>
        <IconButton
          label="Commands"
          size="sm"
          color="fg.muted"
          icon={<IconCommand size={18} />}
          onClick={onOpenPalette}
        />
        <IconButton
          label="Keyboard shortcuts"
          size="sm"
          // A phone has none; the commands lead there too.
          css={{ '@media (hover: none)': { display: 'none' } }}
          color="fg.muted"
          icon={<IconKeyboard size={18} />}
          onClick={onShowShortcuts}
        />
      </Flex>
    </Box>
  );
}
