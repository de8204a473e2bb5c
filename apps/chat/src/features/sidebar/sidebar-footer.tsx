import { describeIdentity, useSession } from '@homie/auth';
import { PRODUCT, useEnvironment } from '@homie/composition';
import { Box, Button, Flex, IconButton, IconCommand, IconKeyboard, Text } from '@homie/ui';
import { memo } from 'react';

interface SidebarFooterProps {
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
}

/** The signed-in user and the product name, with the commands and shortcuts buttons. */
export const SidebarFooter = memo(function SidebarFooter({
  onOpenPalette,
  onShowShortcuts,
}: SidebarFooterProps) {
  const { productName } = useEnvironment();
  const { email } = describeIdentity(useSession()?.user.email);
  return (
    <Box as="footer" padding="4" borderTopWidth="1px" borderColor="border.subtle" fontSize="sm">
      <Text tone="subtle">Signed in as</Text>
      <Text translate="no" truncate title={email}>
        {email}
      </Text>
      <Flex alignItems="center" marginTop="1" marginEnd="-2" marginBottom="-2">
        <Text tone="subtle" flex="1">
          {`${productName} ${PRODUCT.version}`}
        </Text>
        {/* Without a keyboard the glyph of its key means nothing: the word is shown instead. */}
        <Button
          variant="ghost"
          size="sm"
          color="fg.muted"
          css={{ '@media not (hover: none)': { display: 'none' } }}
          onClick={onOpenPalette}
        >
          Commands
        </Button>
        <IconButton
          label="Commands"
          size="sm"
          css={{ '@media (hover: none)': { display: 'none' } }}
          color="fg.muted"
          icon={<IconCommand size={18} />}
          onClick={onOpenPalette}
        />
        <IconButton
          label="Keyboard shortcuts"
          size="sm"
          // Hidden on devices without a keyboard.
          css={{ '@media (hover: none)': { display: 'none' } }}
          color="fg.muted"
          icon={<IconKeyboard size={18} />}
          onClick={onShowShortcuts}
        />
      </Flex>
    </Box>
  );
});
