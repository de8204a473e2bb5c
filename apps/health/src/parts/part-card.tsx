import { useComposition, type ManifestRemote, type RemoteResolution } from '@homie/composition';
import { Badge, Card, Code, Flex, Grid, Heading } from '@homie/ui';
import { useId } from 'react';
import type { Figures } from '../model/figures';
import { partId } from '../model/troubled';
import { FailureList } from './failure-list';
import { Libraries } from './libraries';
import { LoadFigures } from './load-figures';
import { ReleaseList } from './release-list';
import { Vitals } from './vitals';

interface PartCardProps {
  name: string;
  remote: ManifestRemote;
  /** Undefined until they are loaded. */
  figures: Figures | undefined;
  bounds: readonly number[];
  /** They could not be read. */
  unknown: boolean;
}

/** One part: its version on this page, its releases, load statistics, failures and shared libraries. */
export function PartCard({ name, remote, figures, bounds, unknown }: PartCardProps) {
  const titleId = useId();
  const here = useComposition().resolutions.find((resolution) => resolution.name === name);
  return (
    <Card id={partId(name)} aria-labelledby={titleId} scrollMarginTop="20">
      <Flex alignItems="center" gap="3" flexWrap="wrap" mb="5">
        <Heading translate="no" as="h3" id={titleId} size="md">
          {name}
        </Heading>
        <Code color="fg.muted">{here?.version ?? remote.version}</Code>
        <Running here={here} />
      </Flex>
      <LoadFigures name={name} figures={figures} bounds={bounds} unknown={unknown} />
      {figures && <Vitals vitals={figures.vitals} />}
      <Grid
        gap={{ base: '6', md: '8' }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        mt="6"
      >
        <ReleaseList remote={remote} here={here} loads={figures?.byVersion} />
        <FailureList failures={figures?.failures} />
      </Grid>
      <Libraries requires={here?.requires ?? remote.requires} />
    </Card>
  );
}

const SOURCES = {
  current: { tone: 'brand', words: 'Current' },
  rollout: { tone: 'info', words: 'Rollout' },
  fallback: { tone: 'warning', words: 'Fallback' },
  override: { tone: 'accent', words: 'Override in this browser' },
} as const;

function Running({ here }: { here: RemoteResolution | undefined }) {
  if (!here) return <Badge tone="warning">New, not on this page yet</Badge>;
  if (here.status === 'incompatible')
    return <Badge tone="danger">Incompatible with this page</Badge>;
  const { tone, words } = SOURCES[here.source];
  return <Badge tone={tone}>{words}</Badge>;
}
