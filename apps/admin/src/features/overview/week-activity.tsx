import type { AdminOverview } from '@homie/contracts';
import { Box, Text, VStack } from '@homie/ui';
import { formatWeekday } from '../../days/format-weekday';
import { CountBar } from '../../records/count-bar';

/** Replies, active people and failed replies per day, today first. */
export function WeekActivity({ days }: { days: AdminOverview['days'] }) {
  const most = Math.max(...days.map(({ replies }) => replies));
  if (most === 0)
    return (
      <VStack flexGrow="1" justifyContent="center" gap="2" textAlign="center">
        <Text fontWeight="medium">No replies in the last 7 days</Text>
        <Text size="sm" tone="muted" maxWidth="form" textWrap="balance">
          When people chat with an assistant, their activity appears here.
        </Text>
      </VStack>
    );
  return (
    <Box as="table" aria-label="Activity of the last 7 days" css={tableStyle}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Replies</th>
          <th scope="col">People</th>
          <th scope="col">Failed</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, replies, people, failed }) => (
          <tr key={day}>
            <th scope="row">{formatWeekday(day)}</th>
            <td>
              <CountBar value={replies} most={most} />
            </td>
            <td>{people.toLocaleString('en-AU')}</td>
            <td>
              <Text as="span" tone={failed > 0 ? 'danger' : 'muted'}>
                {failed.toLocaleString('en-AU')}
              </Text>
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

const tableStyle = {
  width: 'full',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  // The widths are the least ones: on narrow screens the columns are as narrow as their text.
  '& :is(th, td)': {
    paddingBlock: '0.5',
    paddingInlineEnd: { base: '1', sm: '3' },
    textAlign: 'start',
  },
  '& :is(th, td):nth-of-type(n + 3), & td:nth-of-type(n + 2)': {
    textAlign: 'end',
    width: { sm: '16' },
    paddingInlineStart: '1',
    paddingInlineEnd: '0',
  },
  '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
  '& tbody th': { fontWeight: 'normal', whiteSpace: { sm: 'nowrap' }, width: { sm: '24' } },
} as const;
