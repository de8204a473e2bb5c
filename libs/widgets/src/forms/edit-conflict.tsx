import { Box, Button, Flex, Grid, Heading, IconInfo, Text, useFormStore } from '@homie/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { differences, isChanged, type Difference, type Wording } from './differences.ts';

/** Another user saved first. */
export interface Conflict<Values extends object = object> {
  /** The values that they saved. */
  theirs: Values;
  /** Their name, if it is known. */
  author: string | undefined;
}

interface EditConflictProps {
  defaultValues: object;
  /** Set while the user has to choose. */
  conflict: Conflict | undefined;
  wording: Wording;
  onDecided: () => void;
  onDirty: (isDirty: boolean) => void;
}

/**
 * Tracks the saved values: reports whether the form differs from them, and shows a choice if another user saved first.
 */
export function EditConflict(props: EditConflictProps) {
  const { conflict, wording, onDecided } = props;
  const store = useFormStore();
  const marker = useRef<HTMLSpanElement>(null);
  const [saved, setSaved] = useState(props.defaultValues);
  const changed = useEffectEvent(() => props.onDirty(isChanged(saved, store.get().values)));
  useEffect(() => store.subscribe(changed), [store]);

  function take(values: object) {
    setSaved(values);
    for (const [name, value] of Object.entries(values)) store.setValue(name, value);
    props.onDirty(false);
    onDecided();
  }

  function keep() {
    onDecided();
    marker.current?.closest('form')?.requestSubmit();
  }

  return (
    <>
      <span ref={marker} hidden />
      {conflict && (
        <ConflictPanel
          author={conflict.author}
          differences={differences(store.get().values, conflict.theirs, wording)}
          onKeepMine={keep}
          onTakeTheirs={() => take(conflict.theirs)}
        />
      )}
    </>
  );
}

interface ConflictPanelProps extends Pick<Conflict, 'author'> {
  differences: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows that another user saved first, lists the differences, and lets the user choose. */
function ConflictPanel({ author, differences, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
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
          {author === undefined ? <span>Someone else</span> : <span translate="no">{author}</span>}
          <span> changed this while you were editing</span>
        </Heading>
      </Flex>
      <Text size="sm" mt="1" mb="3">
        Your changes are not lost. Choose which values to keep.
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
          Keep theirs
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
