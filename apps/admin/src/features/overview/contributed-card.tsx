import { Link, usePreloadRemote, type RemoteContribution } from '@homie/composition';
import { LinkButton } from '@homie/ui';
import { ContributionIcon } from '@homie/widgets';
import { OverviewCard } from './overview-card';

/** Renders a card that another remote adds to the overview, from its data alone. */
export function ContributedCard({ card }: { card: RemoteContribution }) {
  const preload = usePreloadRemote();
  const load = () => preload(card.remote);
  return (
    <OverviewCard
      title={card.label}
      description={card.description}
      icon={<ContributionIcon name={card.icon} />}
      action={
        <LinkButton asChild variant="outline" size="sm">
          <Link to={card.path} onMouseEnter={load} onFocus={load}>
            Open {card.label.toLowerCase()}
          </Link>
        </LinkButton>
      }
    />
  );
}
