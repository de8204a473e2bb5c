import { Badge, Box, Grid, Text } from '@homie/ui';
import { usualRating, type Figures, type Ratings } from '../model/figures';
import { formatCount } from '../model/format';

const METRICS = [
  { key: 'lcp', term: 'Main content shown', limit: 'Good: within 2.5 seconds' },
  { key: 'inp', term: 'Response to input', limit: 'Good: within 200 ms' },
  { key: 'cls', term: 'Content that moves', limit: 'Good: hardly any' },
] as const;

const RATINGS = {
  good: { tone: 'success', words: 'Good' },
  fair: { tone: 'warning', words: 'Needs improvement' },
  poor: { tone: 'danger', words: 'Poor' },
} as const;

/** How users experience a remote: the Web Vitals of their visits. Renders nothing without any. */
export function Vitals({ vitals }: Pick<Figures, 'vitals'>) {
  const rated = METRICS.filter(({ key }) => usualRating(vitals[key]) !== null);
  if (rated.length === 0) return null;
  return (
    <Grid
      as="dl"
      gap="4"
      mt="5"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
    >
      {rated.map(({ key, term, limit }) => (
        <Box key={key}>
          <Text as="dt" size="sm" tone="muted" title={limit}>
            {term}
          </Text>
          <Vital {...vitals[key]} />
        </Box>
      ))}
    </Grid>
  );
}

function Vital(ratings: Ratings) {
  const rating = usualRating(ratings);
  const all = ratings.good + ratings.fair + ratings.poor;
  return (
    <Box as="dd" margin="0" mt="1">
      {rating && <Badge tone={RATINGS[rating].tone}>{RATINGS[rating].words}</Badge>}
      <Text size="sm" tone="muted" mt="1">
        {`${Math.round((100 * ratings.good) / all)} % good of ${formatCount(all, 'visit', 'visits')}`}
      </Text>
    </Box>
  );
}
