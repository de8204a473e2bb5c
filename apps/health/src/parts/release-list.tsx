import type { ManifestRemote, RemoteResolution } from '@homie/composition';
import { Badge, Box, Code, Flex, Heading, List, ListItem, Text } from '@homie/ui';
import { listReleases } from '../model/releases';
import { formatCount } from '../model/format';

interface ReleaseListProps {
  remote: ManifestRemote;
  here: RemoteResolution | undefined;
  /** Successful loads of each version; undefined until they are loaded. */
  loads: ReadonlyMap<string, number> | undefined;
}

/** The releases of a part with their audiences, in the order in which a page tries them. */
export function ReleaseList({ remote, here, loads }: ReleaseListProps) {
  return (
    <Box>
      <Heading as="h4" size="sm" mb="2">
        Rollout
      </Heading>
      <List display="flex" flexDirection="column" gap="3">
        {listReleases(remote).map(({ kind, release: { version }, audience }) => (
          <ListItem key={`${kind} ${version}`}>
            <Text>{audience}</Text>
            <Flex alignItems="center" gap="2" flexWrap="wrap" fontSize="sm" color="fg.muted">
              <Code>{version}</Code>
              {loads && <span>{formatCount(loads.get(version) ?? 0, 'load', 'loads')}</span>}
              {here?.status === 'resolved' && here.version === version && here.source === kind && (
                <Badge tone="brand">You</Badge>
              )}
            </Flex>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
