import { Box, List, ListItem, Span, Text, VisuallyHidden } from '@homie/ui';
import { structuredPatch } from 'diff';

interface InstructionDifferenceProps {
  /** The instructions of a version. */
  before: string;
  /** The current instructions. */
  after: string;
}

/** The lines before and after a change that are shown with it. */
const CONTEXT = 2;

/** Renders the lines that were removed and added since a version. */
export function InstructionDifference({ before, after }: InstructionDifferenceProps) {
  const { hunks } = structuredPatch('', '', toLines(before), toLines(after), '', '', {
    context: CONTEXT,
  });
  if (hunks.length === 0) return <Text size="sm">The current instructions are the same.</Text>;
  return (
    <>
      <Text size="sm" tone="muted" mb="2">
        Since this version: lines with + were added, lines with − were removed.
      </Text>
      <List
        aria-label="Difference to the current instructions"
        borderWidth="1px"
        borderColor="border.subtle"
        borderRadius="md"
        overflow="hidden"
        fontSize="sm"
      >
        {hunks.map(({ lines, oldStart }, index) => [
          ...(index > 0
            ? [<Line key={`${oldStart} gap`} kind="gap" text="More unchanged lines" />]
            : []),
          ...lines.map((line, position) => (
            <Line
              key={`${oldStart} ${position}`}
              kind={line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'}
              text={line.slice(1)}
            />
          )),
        ])}
      </List>
    </>
  );
}

function toLines(text: string): string {
  return text === '' ? '' : `${text.replaceAll('\r\n', '\n')}\n`;
}

const marks = { added: '+', removed: '−', same: '', gap: '⋯' } as const;
const names = { added: 'Added: ', removed: 'Removed: ', same: '', gap: '' } as const;
const colors = {
  added: { bg: 'success.subtle', color: 'success.fg' },
  removed: { bg: 'danger.subtle', color: 'danger.fg' },
  same: {},
  gap: { color: 'fg.muted' },
} as const;

function Line({ kind, text }: { kind: keyof typeof marks; text: string }) {
  return (
    <ListItem
      {...colors[kind]}
      display="flex"
      gap="2"
      paddingInline="3"
      paddingBlock="1"
      minHeight="7"
    >
      <Span aria-hidden width="3" flexShrink="0" fontFamily="mono" fontWeight="medium">
        {marks[kind]}
      </Span>
      <Box
        as={kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'}
        textDecoration="none"
        minWidth="0"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        <VisuallyHidden>{names[kind]}</VisuallyHidden>
        <span translate="no">{text}</span>
      </Box>
    </ListItem>
  );
}
