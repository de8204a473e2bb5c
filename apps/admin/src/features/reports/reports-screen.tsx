import { useQuery, type AdminApi, type Api, type QueryClient } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import type { UsageGrouping, UsageReport } from '@homie/contracts';
import {
  Box,
  Button,
  Card,
  Center,
  Flex,
  IconDownload,
  Page,
  Skeleton,
  Stack,
  Text,
} from '@homie/ui';
import { lazyChart, saveFile, useListFailure } from '@homie/widgets';
import { Suspense, useMemo } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { ChosenFilter } from '../../lists/chosen-filter';
import { readListAddress, type ListAddress } from '../../lists/model/list-address';
import { useListAddress } from '../../lists/use-list-address';
import { chartSeries } from './chart-series';
import { reportPlan, type Measure, type ReportFilter } from './report-address';
import { reportCsv } from './report-csv';
import { ReportSummary } from './report-summary';
import { ReportTable } from './report-table';

const UsageChart = lazyChart(async () => (await import('./usage-chart')).UsageChart);

const PERIOD_OPTIONS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

const GROUPING_OPTIONS = [
  { value: 'day', label: 'By day' },
  { value: 'assistant', label: 'By assistant' },
  { value: 'person', label: 'By person' },
];

const MEASURE_OPTIONS: { value: Measure; label: string }[] = [
  { value: 'replies', label: 'Replies' },
  { value: 'people', label: 'Active people' },
  { value: 'failed', label: 'Failed replies' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'cost', label: 'Cost' },
  { value: 'time', label: 'Time to reply' },
];

function reportQuery(
  admin: AdminApi,
  api: Api,
  { filters: { days, by } }: ListAddress<ReportFilter>,
) {
  return admin.usageQuery(api, { days: Number(days), by: by as UsageGrouping }); // the plan accepts nothing else
}

/** /admin/reports: what replies cost, how fast they are and how many fail, by day, assistant and person. */
export function ReportsScreen() {
  useDocumentTitle('Reports');
  const { admin, api } = useAdminApi();
  const list = useListAddress(reportPlan);
  const { days, show } = list.filters;
  const by = list.filters.by as UsageGrouping; // the plan accepts nothing else
  const query = useQuery(reportQuery(admin, api, list));
  const failure = useListFailure(query, 'Failed to load the report');
  // The previous report stays dimmed, but not under the headings of another grouping.
  const loaded = query.isPlaceholderData ? undefined : query.data;
  const hasReplies = (loaded?.total.replies ?? 0) > 0;
  // Days without a reply are days of a report, but one without any has nothing to show.
  const report = loaded && !hasReplies ? { ...loaded, groups: [] } : loaded;
  return (
    <Page
      title="Reports"
      description="Replies, tokens and times of your assistants, by Melbourne days up to today."
      actions={
        <Button
          variant="outline"
          disabled={!hasReplies}
          onClick={() => {
            if (report) saveReport(report, by, days);
          }}
        >
          <IconDownload size={18} />
          Download CSV
        </Button>
      }
    >
      <Flex gap="3" flexWrap="wrap" mb="4">
        <ChosenFilter
          label="Period"
          options={PERIOD_OPTIONS}
          value={days}
          onChange={(value) => list.choose('days', value)}
        />
        <ChosenFilter
          label="Group by"
          options={GROUPING_OPTIONS}
          value={by}
          onChange={(value) => list.choose('by', value)}
        />
      </Flex>
      <Stack gap="4">
        {!failure && (
          <Card>
            <ReportSummary report={report} />
          </Card>
        )}
        {by === 'day' && !failure && (
          <Card aria-label="Chart">
            <Box maxWidth="48" mb="3">
              <ChosenFilter
                label="Chart"
                options={MEASURE_OPTIONS}
                value={show}
                onChange={(value) => list.choose('show', value)}
              />
            </Box>
            <Box minHeight="64">
              {report ? (
                <DayChart report={report} measure={show as Measure} days={days} />
              ) : (
                <Skeleton height="64" />
              )}
            </Box>
          </Card>
        )}
        <ReportTable
          report={report}
          by={by}
          page={list.page}
          onPage={list.setPage}
          failure={failure}
        />
        {/* Below what they are about: nothing moves when they appear. */}
        <Notes report={report} by={by} />
        <Text size="sm" tone="muted">
          Times are the median of completed replies; 95 % were at least as fast as the time in
          brackets.
        </Text>
      </Stack>
    </Page>
  );
}

/** What the figures leave out, and that reading them is recorded. */
function Notes({ report, by }: { report: UsageReport | undefined; by: UsageGrouping }) {
  const unreported = report?.total.unreported ?? 0;
  const notes = [
    unreported > 0 &&
      `The provider has not reported the tokens of ${unreported.toLocaleString('en-AU')} ${unreported === 1 ? 'reply' : 'replies'}. Budgets count an estimate.`,
    report &&
      report.unpriced.length > 0 &&
      `Without a price, and not in the cost: ${report.unpriced.join(', ')}.`,
    by === 'person' && 'The audit log records that you read the usage of each person.',
  ].filter((note) => note !== false && note !== undefined);
  return notes.map((note) => (
    <Text key={note} size="sm" tone="muted">
      {note}
    </Text>
  ));
}

function DayChart({
  report,
  measure,
  days,
}: {
  report: UsageReport;
  measure: Measure;
  days: string;
}) {
  const { groups, currency } = report;
  const dates = useMemo(() => groups.map(({ id }) => id ?? ''), [groups]);
  const series = useMemo(() => chartSeries(measure, groups, currency), [measure, groups, currency]);
  if (series.every(({ values }) => values.every((value) => value === null)))
    return (
      <Center height="64">
        <Text tone="muted">
          {measure === 'cost' && currency === null
            ? 'No prices are set, so the cost is not known.'
            : 'There are no values in this period.'}
        </Text>
      </Center>
    );
  const names = series.map(({ label }) => label.toLowerCase()).join(' and ');
  return (
    <Suspense fallback={<Skeleton height="64" />}>
      <UsageChart
        days={dates}
        series={series}
        label={`Chart of ${names} per day, last ${days} days. The table below has the values.`}
      />
    </Suspense>
  );
}

function saveReport(report: UsageReport, by: UsageGrouping, days: string) {
  const name = `usage-by-${by}-${days}-days.csv`;
  saveFile(new Blob([reportCsv(report, by)], { type: 'text/csv;charset=utf-8' }), name);
}
ReportsScreen.prefetch = (client: QueryClient, admin: AdminApi, api: Api) => {
  const first = readListAddress(reportPlan);
  return client.prefetchQuery(reportQuery(admin, api, first));
};
