import { useContributions, useDocumentTitle } from '@homie/composition';
import { Grid, Heading, IconFile, IconSparkle, IconUsers, Page } from '@homie/ui';
import { productSection, type Section } from '../../sections';
import { ContributedCard } from './contributed-card';
import { QuickActions } from './quick-actions';
import { SectionCard } from './section-card';

/** The first screen of the admin area: where to go and what to begin. */
export function Overview({ sections }: { sections: readonly Section[] }) {
  useDocumentTitle('Admin');
  const contributed = useContributions('overviewCards');
  return (
    <Page title="Overview" description="Look after assistants, people and records.">
      <Grid gap="4" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}>
        <SectionCard
          section={productSection(sections, 'assistants')}
          title="AI Assistants"
          description="Create assistants, tie them to participants and decide who may use them."
          link="Manage assistants"
          icon={<IconSparkle />}
        />
        <SectionCard
          section={productSection(sections, 'participants')}
          title="Participants"
          description="Keep the people you support and the workers assigned to them up to date."
          link="Manage participants"
          icon={<IconUsers />}
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
      </Grid>
      <Heading size="md" mt="10" mb="4">
        Quick actions
      </Heading>
      <QuickActions sections={sections} />
    </Page>
  );
}
