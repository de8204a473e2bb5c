import { useDocumentTitle, useEnvironment, useComposition } from '@homie/composition';
import {
  Button,
  ErrorState,
  IconRefresh,
  Page,
  Select,
  SkeletonRows,
  Stack,
  Code,
  Heading,
  List,
  ListItem,
  Text,
} from '@homie/ui';
import { useState } from 'react';
import { useComparedEnvironments, useManifest } from '../api/use-manifests';
import { DatabaseSection } from './database-section';
import { EnvironmentTable } from './environment-table';
import { PartList } from '../parts/part-list';
import { MailSection } from './mail-section';
import { RevisionList } from './revision-list';
import { Summary } from './summary';
import {
  keepPreviousData,
  lazyRemotesApi,
  useApi,
  useQuery,
  type RemoteHealth,
} from '@homie/api-client';
import { figuresOf } from '../model/figures';
import { findTroubled } from '../model/troubled';
import { FailureList } from '../parts/failure-list';
import { ProviderChecks } from '../parts/provider-checks';

interface ShellViolationsProps {
  counters: readonly RemoteHealth[];
  environment: string;
}

/** Violations of the content security policy in the shell, which is not a part. Renders nothing if there are none. */
function ShellViolations({ counters, environment }: ShellViolationsProps) {
  const { failures } = figuresOf(counters, { remote: 'shell', environment });
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby="shell">
      <Heading id="shell" mb="2">
        Shell
      </Heading>
      <FailureList failures={failures} />
    </section>
  );
}

/** Addresses that parts requested and did not get. Renders nothing if there are none. */
function RefusedAddresses() {
  const { refused } = useComposition();
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="refused">
      <Heading id="refused" mb="1">
        Refused addresses
      </Heading>
      <Text tone="muted" mb="3">
        A remote requested these addresses but can't use them. It needs other ones.
      </Text>
      <List display="flex" flexDirection="column" gap="2">
        {refused.map(({ path, remote, owner }) => (
          <ListItem key={`${remote} ${path}`}>
            <Code>{path}</Code>
            <span>{` for ${remote}: ${owner === null ? 'reserved' : `used by ${owner}`}`}</span>
          </ListItem>
        ))}
      </List>
    </section>
  );
}

/** Reads the load counters of all remotes in users' browsers, for the last days including today. */
function useCounters(days: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['health', 'counters', days],
    queryFn: async ({ signal }) => {
      const { listRemoteHealth, REMOTE_DURATION_BOUNDS } = await lazyRemotesApi();
      const counters = await listRemoteHealth(api, { days }, signal);
      return { counters, bounds: REMOTE_DURATION_BOUNDS };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads the emails that the server has not delivered. */
function useMails() {
  const api = useApi();
  return useQuery({
    queryKey: ['health', 'mails'],
    queryFn: async ({ signal }) => (await lazyRemotesApi()).readMailHealth(api, signal),
  });
}

/** Reads the state of the database. */
function useDatabase() {
  const api = useApi();
  return useQuery({
    queryKey: ['health', 'database'],
    queryFn: async ({ signal }) => (await lazyRemotesApi()).readDatabaseState(api, signal),
  });
}

const PERIODS = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

/** The versions that run in this environment, their audiences and their load times. */
export function HealthScreen() {
  useDocumentTitle('Health');
  const { environment } = useEnvironment();
  const [days, setDays] = useState(7);
  const manifest = useManifest();
  const counters = useCounters(days);
  const mails = useMails();
  const database = useDatabase();
  const environments = useComparedEnvironments(manifest.data);
  const { resolutions } = useComposition();
  const running = { environment, resolutions, counters: counters.data?.counters };
  const troubled = manifest.data ? findTroubled(manifest.data, running) : [];

  function refresh() {
    void manifest.refetch();
    void counters.refetch();
    void mails.refetch();
    void database.refetch();
  }

  return (
    <Page
      title="Health"
      description="The version each remote is running, who has it, and how fast it loads."
      actions={
        <>
          <Select
            aria-label="Period"
            value={String(days)}
            options={PERIODS}
            width="10rem"
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
          <Button variant="outline" onClick={refresh} busy={counters.isFetching}>
            {!counters.isFetching && <IconRefresh size={18} />}
            <span>Refresh</span>
          </Button>
        </>
      }
    >
      {manifest.data ? (
        <Stack gap="8">
          <Summary manifest={manifest.data} troubled={troubled} />
          <DatabaseSection database={database.data} />
          <MailSection mails={mails.data} />
          <PartList
            manifest={manifest.data}
            troubled={troubled}
            environment={environment}
            figures={counters.data}
            failed={counters.isError}
            retrying={counters.isFetching}
            onRetry={() => void counters.refetch()}
          />
          <ShellViolations counters={counters.data?.counters ?? []} environment={environment} />
          <ProviderChecks />
          <EnvironmentTable environments={environments} />
          <RevisionList />
          <RefusedAddresses />
        </Stack>
      ) : manifest.isError ? (
        <ErrorState
          title="The manifest could not be loaded"
          description="Remotes already loaded on this page keep working."
          onRetry={() => void manifest.refetch()}
          retrying={manifest.isFetching}
          detail={manifest.error.message}
        />
      ) : (
        <SkeletonRows rows={6} label="Loading..." />
      )}
    </Page>
  );
}
