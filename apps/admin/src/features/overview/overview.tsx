import { useContributions, useDocumentTitle } from '@homie/composition';
import { Grid, IconFile, IconPerson, IconSparkle, IconUsers, Page } from '@homie/ui';
import { productSection, type Section } from '../../sections';
import { useTotal } from './api/use-total';
import { ContributedCard } from './contributed-card';
import { QuickActions } from './quick-actions';
import { SectionCard } from './section-card';

const COLUMNS = 3;

/** The product's own cards; other remotes add theirs. */
const OWN_CARDS = 4;

/** The first screen of the admin area: where to go and what to start. */
export function Overview({ sections }: { sections: readonly Section[] }) {
  useDocumentTitle('Admin');
  const contributed = useContributions('overviewCards');
  const assistants = productSection(sections, 'assistants');
  const participants = productSection(sections, 'participants');
  const users = productSection(sections, 'users');
  const assistantCount = useTotal('assistants', assistants);
  const participantCount = useTotal('participants', participants);
  const userCount = useTotal('users', users);
  return (
    <Page title="Overview" description="Manage assistants, people and records.">
      <Grid gap="4" gridTemplateColumns={{ base: '1fr', md: `repeat(${COLUMNS}, minmax(0, 1fr))` }}>
        <SectionCard
          section={assistants}
          title="AI Assistants"
          description="Create assistants, link them to participants and choose who can use them."
          link="Manage assistants"
          icon={<IconSparkle />}
          total={{ count: assistantCount, one: 'assistant', many: 'assistants' }}
        />
        <SectionCard
          section={participants}
          title="Participants"
          description="Keep the people you support and their assigned workers up to date."
          link="Manage participants"
          icon={<IconPerson />}
          total={{ count: participantCount, one: 'participant', many: 'participants' }}
        />
        <SectionCard
          section={users}
          title="Users"
          description="See who can sign in, and change their role and access."
          link="Manage users"
          icon={<IconUsers />}
          total={{ count: userCount, one: 'user', many: 'users' }}
        />
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
    </Page>
  );
}
