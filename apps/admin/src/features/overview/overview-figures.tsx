import { useQuery } from '@homie/api-client';
import { Card, ErrorState, Grid, Heading, SkeletonRows, type Elements } from '@homie/ui';
import { useId } from 'react';
import { useAdminApi } from '../../data/admin-api';
import type { Section } from '../../sections/sections';
import { AttentionList } from './attention-list';
import { WeekActivity } from './week-activity';

/** What needs attention, next to the activity of the last seven days. */
export function OverviewFigures({ sections }: { sections: readonly Section[] }) {
  const { admin, api } = useAdminApi();
  const { data, error, isFetching, refetch } = useQuery(admin.overviewQuery(api));
  if (!data && error)
    return (
      <Card>
        <ErrorState
          title="Failed to load the overview"
          description="The sections below keep working."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  return (
    <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      <Panel title="Needs attention">
        {data ? (
          <AttentionList overview={data} sections={sections} />
        ) : (
          <SkeletonRows rows={3} label="Loading what needs attention" />
        )}
      </Panel>
      <Panel title="Last 7 days">
        {data ? (
          <WeekActivity days={data.days} />
        ) : (
          <SkeletonRows rows={4} label="Loading the activity" />
        )}
      </Panel>
    </Grid>
  );
}

function Panel({ title, children }: { title: string; children: Elements }) {
  const titleId = useId();
  return (
    // The height of the usual content, so that nothing below moves when it has loaded. On phones, where the cards are
    // below each other, a short list would leave most of it empty.
    <Card aria-labelledby={titleId} minHeight={{ lg: '80' }} display="flex" flexDirection="column">
      <Heading as="h2" id={titleId} size="md" mb="3">
        {title}
      </Heading>
      {children}
    </Card>
  );
}
