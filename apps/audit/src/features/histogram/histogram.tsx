import { Box, Code, Flex, Text, useIsMobile, useIsTouchOnly } from '@homie/ui';
import { useRef, useState, type KeyboardEvent } from 'react';
import { describeDates } from '../../state/describe-dates';
import type { AuditControl } from '../../state/use-audit-state';
import { clockTime } from '../../time/clock';
import { bucketDates } from './buckets';
import { useCounts, type Bucket } from './use-counts';

/** The number of entries over time, as bars of the same total as the results. Pressing a bar narrows the dates to it. */
export function Histogram({
  control: { state, filter, change },
}: {
  control: Pick<AuditControl, 'state' | 'filter' | 'change'>;
}) {
  const { zone } = state;
  // A bar that is touched is as wide as a finger.
  const width = useIsTouchOnly() ? 50 : 15;
  const max = Math.floor((useIsMobile() ? 340 : 900) / width);
  const { data: buckets = [], isError } = useCounts(filter, { zone, max });
  const list = useRef<HTMLOListElement>(null);
  const [active, setActive] = useState(0);
  const current = Math.min(active, buckets.length - 1);
  const highest = Math.max(1, ...buckets.map(({ entries }) => entries));
  const [first, last] = [buckets[0], buckets.at(-1)];

  // One stop for Tab; the arrow keys walk through the bars.
  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: buckets.length - 1,
    }[event.key];
    if (next === undefined || !buckets[next]) return;
    event.preventDefault();
    setActive(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <Box asChild height="full">
      <section aria-label="Entries over time">
        {isError && (
          <Text size="sm" tone="muted">
            The chart could not be loaded.
          </Text>
        )}
        <Flex asChild height="10" alignItems="stretch" gap="1px" css={barStyle}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk through its buttons */}
          <ol ref={list} onKeyDown={onKeyDown}>
            {buckets.map((bucket, index) => {
              const dates = bucketDates(bucket.start, bucket.end, zone);
              const name = nameOf(bucket, describeDates(dates, zone) ?? '');
              return (
                <li key={bucket.start.getTime()}>
                  <button
                    type="button"
                    aria-label={name}
                    title={name}
                    tabIndex={index === current ? 0 : -1}
                    onClick={() => {
                      setActive(0);
                      change({ dates });
                    }}
                  >
                    <span style={{ height: `${(100 * bucket.entries) / highest}%` }} />
                  </button>
                </li>
              );
            })}
          </ol>
        </Flex>
        {first && last && (
          <Flex aria-hidden justifyContent="space-between" fontSize="xs" color="fg.muted" mt="1">
            <Code fontSize="xs">{clockTime(first.start, zone).slice(0, 16)}</Code>
            <Code fontSize="xs">{clockTime(last.end, zone).slice(0, 16)}</Code>
          </Flex>
        )}
      </section>
    </Box>
  );
}

function nameOf({ entries }: Bucket, dates: string): string {
  return `${dates}: ${entries.toLocaleString('en-AU')} ${entries === 1 ? 'entry' : 'entries'}`;
}

const barStyle = {
  '@media (pointer: coarse)': { height: '12' },
  listStyle: 'none',
  borderBottomWidth: '1px',
  borderColor: 'border.default',
  '& li': { flex: '1', minWidth: '0' },
  '& button': {
    display: 'flex',
    alignItems: 'flex-end',
    width: 'full',
    height: 'full',
    cursor: 'pointer',
    borderRadius: 'sm',
    _hover: { bg: 'bg.muted' },
  },
  '& span': {
    width: 'full',
    bg: 'fg.subtle',
    borderTopRadius: '2px',
    '@media (forced-colors: active)': { outline: '1px solid' },
  },
  '& button:is(:hover, :focus-visible) span': { bg: 'brand.solid' },
} as const;
