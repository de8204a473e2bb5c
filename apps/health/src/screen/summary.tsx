import { useEnvironment, type Manifest } from '@homie/composition';
import { Flex, IconAlert, IconSuccess, Text, TextLink } from '@homie/ui';
import { Fragment } from 'react';
import { partId } from '../model/troubled';

interface SummaryProps {
  manifest: Manifest;
  /** The parts that need attention. */
  troubled: readonly string[];
}

/** Shows at a glance if all parts run normally. */
export function Summary({ manifest, troubled }: SummaryProps) {
  const { environment } = useEnvironment();
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
        {well ? (
          <span>{`All ${Object.keys(manifest.remotes).length} remotes are running normally`}</span>
        ) : (
          <span>
            <span>Needs attention: </span>
            {troubled.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && <span>, </span>}
                <TextLink href={`#${partId(part)}`} color="inherit" translate="no">
                  {part}
                </TextLink>
              </Fragment>
            ))}
          </span>
        )}
      </Text>
      <Text size="sm" marginInlineStart={{ base: '0', md: 'auto' }}>
        <span>{`Environment ‘${environment}’, revision ${manifest.revision} · `}</span>
        <TextLink href="/remotes.json" target="_blank" color="inherit">
          View manifest
        </TextLink>
      </Text>
    </Flex>
  );
}
