import { Link, useDocumentTitle } from '@homie/composition';
import { EmptyState, IconClock, LinkButton, Page } from '@homie/ui';

/** Renders the screen of a section that this environment does not compose. */
export function NotComposed({ label }: { label: string }) {
  useDocumentTitle(label);
  return (
    <Page title={label}>
      <EmptyState
        icon={<IconClock />}
        title="Not available in this environment yet"
        description="This section has not been switched on here. Everything else keeps working."
        action={
          <LinkButton asChild variant="outline">
            <Link to="/admin">Back to overview</Link>
          </LinkButton>
        }
      />
    </Page>
  );
}
