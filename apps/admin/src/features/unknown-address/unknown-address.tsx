import { useDocumentTitle } from '@homie/composition';
import { Container, EmptyState, IconSearch, LinkButton } from '@homie/ui';

/** An address below the admin area that no section has: the product's 404, inside the frame. */
export function UnknownAddress() {
  useDocumentTitle('Page not found');
  return (
    <Container paddingBlock={{ base: '5', md: '8' }}>
      <EmptyState
        headingAs="h1"
        icon={<IconSearch />}
        title="Oops! Page not found"
        description="This address leads nowhere. It may have been mistyped, or the page has moved."
        action={<LinkButton href="/">Return to home</LinkButton>}
      />
    </Container>
  );
}
