import { useInfiniteQuery } from '@homie/api-client';
import type { AuditLog, RecordKind } from '@homie/contracts';
import { Box, Button, EmptyState, Flex, List, ListItem, Span, Text } from '@homie/ui';
import { ChangeList, IconHistory, TimeText, useNow } from '@homie/widgets';
import { useAdminApi } from '../data/admin-api';
import { UnreadPanel } from './unread-panel';
import { describeEntry } from './model/describe-entry';

interface HistoryPanelProps {
  kind: RecordKind;
  id: string;
}

/** Renders the changes that administrators made to a record, newest first. */
export function HistoryPanel({ kind, id }: HistoryPanelProps) {
  const { admin, api } = useAdminApi();
  const now = useNow();
  const history = useInfiniteQuery(admin.historyQuery(api, { kind, id }));
  const entries = history.data?.pages.flatMap(({ rows }) => rows);

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
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} now={now} />
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

function HistoryEntry({ entry, now }: { entry: AuditLog; now: Date }) {
  const { deed, about, changed } = describeEntry(entry);
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
          {about !== undefined && <Span color="fg.muted">: {about}</Span>}
        </Box>
        <Span fontSize="sm" color="fg.muted" flexShrink="0">
          <TimeText moment={entry.created_at} now={now} />
        </Span>
      </Flex>
      <Text size="sm" tone="muted" overflowWrap="anywhere">
        by {entry.user_email ?? 'a deleted user'}
      </Text>
      {changed.length > 0 && (
        <Box mt="2">
          <ChangeList changes={changed} />
        </Box>
      )}
    </ListItem>
  );
}
