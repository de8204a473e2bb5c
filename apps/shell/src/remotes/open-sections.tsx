import { useIsAdmin } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { Link, useContributions, type RemoteContribution } from '@homie/composition';
import { HStack, LinkButton } from '@homie/ui';

/**
 * The administration's sections that other remotes render, for administrators: they work without the remote that
 * renders the frame. Empty for other remotes and other users.
 */
export function useOpenSections(failed: string): readonly RemoteContribution[] {
  const isAdmin = useIsAdmin(useSession()?.user.id);
  const sections = useContributions('adminSections');
  if (failed !== 'admin' || !isAdmin) return [];
  return sections.filter(({ remote }) => remote !== failed);
}

/** Links to sections, the open one marked. */
export function SectionLinks({
  sections,
  current,
}: {
  sections: readonly RemoteContribution[];
  current?: RemoteContribution | undefined;
}) {
  return (
    <HStack asChild gap="2" flexWrap="wrap" justifyContent="center">
      <nav aria-label="Administration">
        {sections.map((section) => (
          <LinkButton key={section.path} asChild variant="outline" size="sm">
            <Link to={section.path} aria-current={section === current ? 'page' : undefined}>
              {section.label}
            </Link>
          </LinkButton>
        ))}
      </nav>
    </HStack>
  );
}
