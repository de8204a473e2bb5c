import { Link, useDocumentTitle } from '@homie/composition';
import { Container, EmptyState, IconClock, LinkButton } from '@homie/ui';

/** What an address shows whose section this environment does not compose. */
export function NotComposed({ label }: { label: string }) {
  useDocumentTitle(label);
  return (
    <Container paddingBlock={{ base: '5', md: '8' }}>
      <EmptyState
        headingAs="h1"
        icon={<IconClock />}
        title={`${label} is not available in this environment yet`}
        description="It has not been switched on here. Everything else keeps working."
        action={
          <LinkButton asChild variant="outline">
            <Link to="/admin">Back to overview</Link>
          </LinkButton>
        }
      />
    </Container>
  );
}
