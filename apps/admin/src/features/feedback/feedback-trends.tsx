import { useQuery } from '@homie/api-client';
import type { FeedbackTrends as Trends } from '@homie/contracts';
import { Box, Flex, Heading, Text } from '@homie/ui';
import { useId } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { UnreadPanel } from '../../records/unread-panel';

type Week = Trends[number]['weeks'][number];

// The date is already that of Melbourne.
const dayFormat = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** How many rated replies of each assistant were helpful, per week. */
export function FeedbackTrends() {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.feedbackTrendsQuery(api));
  const id = useId();
  return (
    <Box marginTop="10">
      <Heading id={id} size="md">
        Per week
      </Heading>
      <Text size="sm" tone="muted" marginBottom="3">
        Helpful replies out of all rated ones, by assistant. Weeks start on Monday.
      </Text>
      {!query.data ? (
        <UnreadPanel
          query={query}
          failureTitle="Failed to load the counts"
          label="Loading the counts"
          rows={3}
        />
      ) : query.data.length === 0 ? (
        <Text tone="muted">No reply was rated in the last six weeks.</Text>
      ) : (
        <TrendTable trends={query.data} labelId={id} />
      )}
    </Box>
  );
}

function TrendTable({ trends, labelId }: { trends: Trends; labelId: string }) {
  return (
    <Box
      as="section"
      aria-labelledby={labelId}
      // Focusable, so that the keyboard can scroll it.
      tabIndex={0}
      overflowX="auto"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.subtle"
      borderRadius="lg"
    >
      <Box as="table" aria-labelledby={labelId} css={tableStyle}>
        <thead>
          <tr>
            <th scope="col">Assistant</th>
            {trends[0]?.weeks.toReversed().map(({ week }) => (
              <th key={week} scope="col">
                {dayFormat.format(new Date(week))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trends.map(({ assistant_id, label, weeks }) => (
            <tr key={assistant_id}>
              <th translate="no" scope="row">
                {label}
              </th>
              {weeks.toReversed().map((week) => (
                <td key={week.week}>
                  <WeekCounts {...week} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function WeekCounts({ helpful, not_helpful, problem }: Week) {
  const total = helpful + not_helpful + problem;
  if (total === 0) return <Text tone="subtle">-</Text>;
  return (
    <>
      <Flex aria-hidden height="1.5" borderRadius="full" overflow="hidden" marginBottom="1">
        <Box flexGrow={helpful} bg="success.solid" />
        <Box flexGrow={not_helpful} bg="warning.solid" />
        <Box flexGrow={problem} bg="danger.solid" />
      </Flex>
      <span>{`${helpful} of ${total}`}</span>
      {problem > 0 && (
        <Text as="span" tone="danger">
          {problem === 1 ? ', 1 problem' : `, ${problem} problems`}
        </Text>
      )}
    </>
  );
}

const tableStyle = {
  width: 'full',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': {
    paddingInline: '4',
    paddingBlock: '2',
    minWidth: '28',
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottomWidth: '1px',
    borderColor: 'border.subtle',
  },
  '& th': { fontWeight: 'medium' },
  '& thead th': { color: 'fg.muted', whiteSpace: 'nowrap' },
  '& tbody tr:last-of-type > *': { borderBottomWidth: '0' },
} as const;
