import {
  Link,
  useContributions,
  useLocation,
  usePreloadRemote,
  type RemoteContribution,
} from '@homie/composition';
import { HStack, LinkButton } from '@homie/ui';
import { ContributionIcon } from '@homie/widgets';

/** Links to the areas that remotes contribute. */
export function ContributedAreas() {
  const { pathname } = useLocation();
  return (
    <HStack asChild gap="1" minWidth="0" overflowX="auto" marginInlineStart="2">
      <nav aria-label="Areas">
        {useContributions('navItems').map((area) => (
          <ContributedLink
            key={`${area.remote} ${area.id}`}
            link={area}
            current={pathname === area.path || pathname.startsWith(`${area.path}/`)}
          />
        ))}
      </nav>
    </HStack>
  );
}

/** Links that remotes contribute to the end of the header. */
export function ContributedActions() {
  return useContributions('headerActions').map((action) => (
    <ContributedLink key={`${action.remote} ${action.id}`} link={action} />
  ));
}

function ContributedLink({
  link,
  current = false,
}: {
  link: RemoteContribution;
  current?: boolean;
}) {
  const preload = usePreloadRemote();
  const load = () => preload(link.remote);
  return (
    <LinkButton
      asChild
      variant="ghost"
      size="sm"
      css={{ '&[aria-current=page]': { bg: 'brand.subtle', color: 'brand.fg' } }}
    >
      <Link
        to={link.path}
        title={link.description}
        aria-current={current ? 'page' : undefined}
        onMouseEnter={load}
        onFocus={load}
      >
        <ContributionIcon name={link.icon} size={18} />
        <span>{link.label}</span>
      </Link>
    </LinkButton>
  );
}
