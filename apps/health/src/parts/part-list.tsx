import type { RemoteHealth } from '@homie/api-client';
import type { Manifest } from '@homie/composition';
import { Button, Flex, Heading, IconAlert, Stack, Text } from '@homie/ui';
import { figuresOf } from '../model/figures';
import { PartCard } from './part-card';

interface PartListProps {
  manifest: Manifest;
  /** The parts to show first. */
  troubled: readonly string[];
  environment: string;
  /** Undefined until they are loaded. */
  figures: { counters: readonly RemoteHealth[]; bounds: readonly number[] } | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** All parts of this environment. The data of the manifest is shown even if the load statistics cannot be read. */
export function PartList(props: PartListProps) {
  const { manifest, troubled, environment, figures, failed, retrying, onRetry } = props;
  const rank = ([name]: [string, unknown]) => (troubled.includes(name) ? 0 : 1);
  const remotes = Object.entries(manifest.remotes).toSorted(
    (one, other) => rank(one) - rank(other),
  );
  return (
    <section aria-labelledby="parts">
      <Heading id="parts" mb="4">
        Remotes
      </Heading>
      {failed && (
        <Flex role="alert" alignItems="center" gap="3" mb="4" flexWrap="wrap" color="warning.fg">
          <IconAlert />
          <Text>Load times could not be loaded.</Text>
          <Button variant="outline" size="sm" onClick={onRetry} busy={retrying}>
            Retry
          </Button>
        </Flex>
      )}
      <Stack gap="4">
        {remotes.map(([name, remote]) => (
          <PartCard
            key={name}
            name={name}
            remote={remote}
            figures={figures && figuresOf(figures.counters, { remote: name, environment })}
            bounds={figures?.bounds ?? []}
            unknown={failed && !figures}
          />
        ))}
      </Stack>
    </section>
  );
}
