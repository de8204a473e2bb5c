import { loadMeasure } from '@homie/composition';
import { Box, Grid, Skeleton, Text } from '@homie/ui';
import type { ReactNode } from 'react';
import { usualTime, type Figures } from '../model/figures';
import { formatCount, formatDuration, formatUsualTime } from '../model/format';
import { Slots } from './slots';

interface LoadFiguresProps {
  name: string;
  /** Undefined until they are loaded. */
  figures: Figures | undefined;
  bounds: readonly number[];
  /** They could not be read. */
  unknown: boolean;
}

/** Returns the time that this page took to load the part; null if it has not loaded it. */
function ownTime(name: string): number | null {
  return performance.getEntriesByName(loadMeasure(name), 'measure').at(-1)?.duration ?? null;
}

/** The load statistics of a part: in all browsers, and on this page. */
export function LoadFigures({ name, figures, bounds, unknown }: LoadFiguresProps) {
  const own = ownTime(name);
  const isWaiting = figures === undefined && !unknown;
  const value = (text: (known: Figures) => string): ReactNode =>
    isWaiting ? <Skeleton width="16" height="6" /> : figures ? text(figures) : '-';
  return (
    <Grid
      as="dl"
      gap="4"
      gridTemplateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        md: 'repeat(4, minmax(0, 1fr)) minmax(10rem, 1.4fr)',
      }}
    >
      <Figure term="Loads">{value(({ loads }) => loads.toLocaleString('en-AU'))}</Figure>
      <Figure term="Typical load time">
        {value(({ slots }) => formatUsualTime(usualTime(slots, bounds), bounds))}
      </Figure>
      <Figure term="Average">
        {value(({ average }) => (average === null ? '-' : formatDuration(average)))}
      </Figure>
      <Figure term="On this page">{own === null ? 'Not loaded' : formatDuration(own)}</Figure>
      {isWaiting && <Skeleton height="14" gridColumn={{ base: '1 / -1', md: 'auto' }} />}
      {figures && figures.loads > 0 && (
        <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
          <Text as="dt" size="sm" tone="muted">
            {`${formatCount(figures.loads, 'load', 'loads')} by time`}
          </Text>
          <Box as="dd" margin="0" mt="1.5">
            <Slots slots={figures.slots} bounds={bounds} />
          </Box>
        </Box>
      )}
    </Grid>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box minWidth="0">
      <Text as="dt" size="sm" tone="muted">
        {term}
      </Text>
      <Box as="dd" margin="0" mt="0.5" fontSize="lg" fontWeight="medium" minHeight="7">
        {children}
      </Box>
    </Box>
  );
}
