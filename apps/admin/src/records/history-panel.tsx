import { useInfiniteQuery } from '@homie/api-client';
import type { AuditLog, RecordHistory, RecordKind } from '@homie/contracts';
import { Box, Button, EmptyState, Flex, List, ListItem, Span, Text } from '@homie/ui';
import { ChangeList, IconHistory, TimeText, useNow } from '@homie/widgets';
import { useAdminApi } from '../data/admin-api';
import { UnreadPanel } from './unread-panel';
import { describeEntry, namePerson } from './model/describe-entry';

interface HistoryPanelProps {
  kind: RecordKind;
  id: string;
}

/** Renders the changes that administrators made to a record, newest first. */
export function HistoryPanel({ kind, id }: HistoryPanelProps) {
  const { admin, api } = useAdminApi();
  const now = useNow();
  const history = useInfiniteQuery(admin.historyQuery(api, { kind, id }));
  const entries = history.data?.pages.flatMap(({ rows, names }) =>
    rows.map((entry) => ({ entry, names })),
  );

  if (!entries) {
    return (
      <UnreadPanel
        query={history}
        failureTitle="Failed to load the history"
        rows={4}
        label="Loading the history"
      />
    );
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory />}
        title="No changes yet"
        description="What administrators change here will be listed, with who did it and when."
        headingAs="h3"
      />
    );
  }
  return (
    <>
      <List aria-label="Changes, newest first">
        {entries.map(({ entry, names }) => (
          <HistoryEntry key={entry.id} entry={entry} kind={kind} names={names} now={now} />
        ))}
      </List>
      {history.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          mt="4"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  );
}

interface HistoryEntryProps extends Pick<RecordHistory, 'names'> {
  entry: AuditLog;
  kind: RecordKind;
  now: Date;
}

function HistoryEntry({ entry, kind, names, now }: HistoryEntryProps) {
  const { deed, about, changed } = describeEntry(entry, kind, names);
  const author = namePerson(entry.user_id, entry.user_email, names);
  return (
    <ListItem
      paddingBlock="3"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      _last={{ borderBottomWidth: '0' }}
    >
      <Flex gap="3" justifyContent="space-between" alignItems="baseline">
        <Box minWidth="0" overflowWrap="anywhere">
          <Span fontWeight="medium">{deed}</Span>
          {about !== undefined && <Span color="fg.muted" translate="no">{`: ${about}`}</Span>}
        </Box>
        <Span fontSize="sm" color="fg.muted" flexShrink="0">
          <TimeText moment={entry.created_at} now={now} />
        </Span>
      </Flex>
      <Text size="sm" tone="muted" overflowWrap="anywhere">
        <span>by </span>
        {author ? <span translate="no">{author}</span> : <span>a deleted user</span>}
      </Text>
      {changed.length > 0 && (
        <Box mt="2">
          <ChangeList changes={changed} />
        </Box>
      )}
    </ListItem>
  );
}
