import type { RemoteHealth } from '@homie/api-client';
import { useComposition, useEnvironment, type Manifest } from '@homie/composition';
import { Flex, IconAlert, IconSuccess, Text, TextLink } from '@homie/ui';
import { figuresOf } from '../model/figures';

interface SummaryProps {
  manifest: Manifest;
  /** Undefined until they are loaded. */
  counters: readonly RemoteHealth[] | undefined;
}

/** Returns the parts that need attention: they are incompatible, run a fallback, or failed in a user's browser. */
function useTroubled({ manifest, counters }: SummaryProps): string[] {
  const { environment } = useEnvironment();
  const { resolutions } = useComposition();
  const failed = (remote: string) =>
    counters ? figuresOf(counters, { remote, environment }).failed > 0 : false;
  const troubled = Object.keys(manifest.remotes).filter((remote) => {
    const here = resolutions.find(({ name }) => name === remote);
    const stands = here?.status === 'resolved' && here.source !== 'fallback';
    return !stands || failed(remote);
  });
  return failed('shell') ? [...troubled, 'shell'] : troubled;
}

/** Shows at a glance if all parts run normally. */
export function Summary({ manifest, counters }: SummaryProps) {
  const { environment } = useEnvironment();
  const troubled = useTroubled({ manifest, counters });
  const well = troubled.length === 0;
  return (
    <Flex
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      paddingInline="5"
      paddingBlock="4"
      borderRadius="lg"
      bg={well ? 'success.subtle' : 'warning.subtle'}
      color={well ? 'success.fg' : 'warning.fg'}
    >
      {well ? <IconSuccess /> : <IconAlert />}
      <Text fontWeight="medium">
        {well
          ? `All ${Object.keys(manifest.remotes).length} remotes are running normally`
          : `Needs attention: ${new Intl.ListFormat('en').format(troubled)}`}
      </Text>
      <Text size="sm" marginInlineStart={{ base: '0', md: 'auto' }}>
        Environment ‘{environment}’, revision {manifest.revision}
        {' · '}
        <TextLink href="/remotes.json" target="_blank" color="inherit">
          View manifest
        </TextLink>
      </Text>
    </Flex>
  );
}
