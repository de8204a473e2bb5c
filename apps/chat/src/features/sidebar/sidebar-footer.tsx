import { describeIdentity, useSession } from '@homie/auth';
import { PRODUCT, useEnvironment } from '@homie/composition';
import { Box, Text } from '@homie/ui';

/** Who is signed in, and to what. */
export function SidebarFooter() {
  const { productName } = useEnvironment();
  const { email } = describeIdentity(useSession()?.user.email);
  return (
    <Box as="footer" padding="4" borderTopWidth="1px" borderColor="border.subtle" fontSize="sm">
      <Text tone="subtle">Signed in as</Text>
      <Text truncate title={email}>
        {email}
      </Text>
      <Text tone="subtle" mt="1">
        {productName} {PRODUCT.version}
      </Text>
    </Box>
  );
}
