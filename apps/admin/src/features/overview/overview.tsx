import {
  useContributions,
  useDocumentTitle,
  Link,
  usePreloadRemote,
  type RemoteContribution,
} from '@homie/composition';
import {
  Grid,
  IconFile,
  IconPerson,
  IconSparkle,
  IconUsers,
  LinkButton,
  Page,
  Stack,
} from '@homie/ui';
import { productSection, type Section } from '../../sections/sections';
import { useTotal } from './use-total';
import { QuickActions } from './quick-actions';
import { SectionCard } from './section-card';
import { ContributionIcon } from '@homie/widgets';
import { OverviewCard } from './overview-card';
import { OverviewFigures } from './overview-figures';

/** Renders a card that another remote adds to the overview, from its data alone. */
function ContributedCard({ card }: { card: RemoteContribution }) {
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
            {`Open ${card.label.toLowerCase()}`}
          </Link>
        </LinkButton>
      }
    />
  );
}

const COLUMNS = 3;

/** The product's own cards; other remotes add theirs. */
const OWN_CARDS = 4;

/** Sections with a number of records, by the noun for one of them. */
const COUNTED_SECTIONS = [
  {
    name: 'assistants',
    one: 'assistant',
    title: 'AI Assistants',
    description: 'Create assistants, link them to participants and choose who can use them.',
    icon: <IconSparkle />,
  },
  {
    name: 'participants',
    one: 'participant',
    title: 'Participants',
    description: 'Keep the people you support and their assigned workers up to date.',
    icon: <IconPerson />,
  },
  {
    name: 'users',
    one: 'user',
    title: 'Users',
    description: 'See who can sign in, and change their role and access.',
    icon: <IconUsers />,
  },
] as const;

type CountedCardProps = (typeof COUNTED_SECTIONS)[number] & { sections: readonly Section[] };

function CountedCard({ name, one, sections, ...card }: CountedCardProps) {
  const section = productSection(sections, name);
  const count = useTotal(name, section);
  return (
    <SectionCard
      {...card}
      section={section}
      link={`Manage ${name}`}
      total={{ count, one, many: name }}
    />
  );
}

/** Renders the first screen of the admin area: what needs attention, recent activity, and the ways into the sections. */
export function Overview({ sections }: { sections: readonly Section[] }) {
  useDocumentTitle('Admin');
  const contributed = useContributions('overviewCards');
  return (
    <Page title="Overview" description="Manage assistants, people and records.">
      <Stack gap="4">
        <OverviewFigures sections={sections} />
        <Grid
          gap="4"
          gridTemplateColumns={{ base: '1fr', md: `repeat(${COLUMNS}, minmax(0, 1fr))` }}
        >
          {COUNTED_SECTIONS.map((section) => (
            <CountedCard key={section.name} {...section} sections={sections} />
          ))}
          <SectionCard
            section={productSection(sections, 'audit')}
            title="Audit Logs"
            description="See who did what and when, filter it and export it."
            link="View audit logs"
            icon={<IconFile />}
          />
          {contributed.map((card) => (
            <ContributedCard key={`${card.remote} ${card.id}`} card={card} />
          ))}
          <QuickActions
            sections={sections}
            columns={COLUMNS - ((OWN_CARDS + contributed.length) % COLUMNS)}
          />
        </Grid>
      </Stack>
    </Page>
  );
}
