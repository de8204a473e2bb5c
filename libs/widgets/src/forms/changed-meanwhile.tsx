import { Box, Button, Flex, Grid, Heading, IconInfo, Text } from '@homie/ui';
import { useEffect, useRef } from 'react';
import type { Difference } from './differences.ts';

interface ChangedMeanwhileProps {
  differences: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows that another user saved first, lists the differences, and lets the user choose. */
export function ChangedMeanwhile({ differences, onKeepMine, onTakeTheirs }: ChangedMeanwhileProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <Box
      ref={panel}
      role="alert"
      tabIndex={-1}
      padding="4"
      borderRadius="lg"
      borderWidth="1px"
      borderColor="border.default"
      bg="accent.subtle"
    >
      <Flex gap="2" alignItems="center" color="accent.fg">
        <IconInfo />
        <Heading as="h3" size="sm">
          Somebody else changed this meanwhile
        </Heading>
      </Flex>
      <Text size="sm" mt="1" mb="3">
        Nothing of yours is lost. Choose which values to keep.
      </Text>
      <Grid asChild gridTemplateColumns="auto 1fr 1fr" columnGap="4" rowGap="1.5" fontSize="sm">
        <table>
          <Box as="thead" display="contents">
            <Row cells={['Field', 'Yours', 'Theirs']} as="th" />
          </Box>
          <Box as="tbody" display="contents">
            {differences.map(({ name, label, mine, theirs }) => (
              <Row key={name} cells={[label, mine, theirs]} as="td" />
            ))}
          </Box>
        </table>
      </Grid>
      <Flex gap="2" mt="4" flexWrap="wrap">
        <Button size="sm" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" variant="outline" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </Flex>
    </Box>
  );
}

function Row({ cells, as: Cell }: { cells: readonly string[]; as: 'th' | 'td' }) {
  return (
    <Box as="tr" display="contents">
      {cells.map((text, index) => (
        <Box
          key={index}
          asChild
          textAlign="start"
          fontWeight={Cell === 'th' || index === 0 ? 'medium' : 'normal'}
          overflowWrap="anywhere"
          whiteSpace="pre-line"
        >
          <Cell>{text}</Cell>
        </Box>
      ))}
    </Box>
  );
}
