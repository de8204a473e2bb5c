import { Badge, Code, Flex, Heading, Span, Stack, Text } from '@homie/ui';
import { DataTable, TimeText, useNow, type Column } from '@homie/widgets';
import { useRevisions, type Revision } from '../api/use-revisions';
import { diffManifests, type RemoteChange } from '../model/revision-changes';

interface Row extends Revision {
  changes: RemoteChange[];
}

const COMMANDS: Readonly<Record<string, string>> = {
  release: 'Release',
  rollback: 'Rollback',
  promote: 'Promotion',
  rollout: 'Rollout',
  compose: 'Workspace',
};

/** The last revisions of this environment, with their times and changes. */
export function RevisionList() {
  const { data } = useRevisions();
  const now = useNow();
  if (!data || data.length === 0) return null;
  const rows = data.map((revision, index): Row => ({
    ...revision,
    changes: diffManifests(revision.manifest, data[index + 1]?.manifest),
  }));
  const columns: readonly [Column<Row>, ...Column<Row>[]] = [
    {
      id: 'revision',
      header: 'Revision',
      width: '7rem',
      cell: ({ manifest: { revision } }) => `#${revision}`,
    },
    {
      id: 'when',
      header: 'When',
      width: '11rem',
      cell: ({ at }) => (at === undefined ? null : <TimeText moment={at} now={now} />),
    },
    {
      id: 'how',
      header: 'How',
      width: '9rem',
      cell: ({ command }) =>
        command === undefined ? null : <Badge>{COMMANDS[command] ?? command}</Badge>,
    },
    { id: 'what', header: 'Changes', cell: Changes },
  ];
  return (
    <section aria-labelledby="revisions">
      <Heading id="revisions" mb="1">
        Revisions
      </Heading>
      <Text tone="muted" mb="4">
        What was released here, newest first. To go back to one, use{' '}
        <Code>npm run homie -- rollback</Code>.
      </Text>
      <DataTable
        label="Revisions"
        columns={columns}
        rows={rows}
        rowKey={({ manifest }) => String(manifest.revision)}
        rowName={({ manifest }) => `Revision ${manifest.revision}`}
        empty={null}
      />
    </section>
  );
}

function Changes({ changes }: Row) {
  if (changes.length === 0) return null;
  return (
    <Stack as="span" gap="1" paddingBlock={{ md: '2' }}>
      {changes.map(({ remote, text }) => (
        <Flex as="span" key={remote} gap="2" flexWrap="wrap" whiteSpace="normal">
          <Span translate="no">{remote}</Span>
          <Code>{text}</Code>
        </Flex>
      ))}
    </Stack>
  );
}
