import { AuthorName } from '../../../people/author-name';
import { useQuery, type AdminApi } from '@homie/api-client';
import type { Assistant } from '@homie/contracts';
import { Badge, Box, EmptyState, Flex, List, ListItem, Span, Text } from '@homie/ui';
import { IconHistory, TimeText, useNow } from '@homie/widgets';
import { lazy, Suspense, useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { UnreadPanel } from '../../../records/unread-panel';

const OpenVersion = lazy(async () => ({ default: (await import('./open-version')).OpenVersion }));

/** Renders the versions of an assistant's instructions, newest first; opening one compares it with the current text. */
export function VersionsPanel({ assistant }: { assistant: Assistant }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.instructionVersionsQuery(api, assistant));
  const now = useNow();
  if (!query.data)
    return (
      <UnreadPanel
        query={query}
        failureTitle="Failed to load the versions"
        rows={4}
        label="Loading the versions"
      />
    );
  if (query.data.length === 0)
    return (
      <EmptyState
        icon={<IconHistory />}
        title="No versions yet"
        description="Each change of the instructions will be listed here. Until then the default is used."
        headingAs="h3"
      />
    );
  return (
    <>
      <Text size="sm" tone="muted" mb="3">
        Each change of the instructions is a version. The latest 50 are stored.
      </Text>
      <List aria-label="Versions, newest first">
        {query.data.map((version, index) => (
          <VersionRow
            key={version.number}
            assistant={assistant}
            version={version}
            isCurrent={index === 0}
            now={now}
          />
        ))}
      </List>
    </>
  );
}

interface VersionRowProps {
  assistant: Assistant;
  version: Awaited<ReturnType<AdminApi['listInstructionVersions']>>[number];
  isCurrent: boolean;
  now: Date;
}

function VersionRow({ assistant, version, isCurrent, now }: VersionRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ListItem
      borderBottomWidth="1px"
      borderColor="border.subtle"
      _last={{ borderBottomWidth: '0' }}
    >
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Box as="summary" cursor="pointer" paddingBlock="3">
          <Flex
            display="inline-flex"
            columnGap="2"
            flexWrap="wrap"
            alignItems="baseline"
            width="92%"
            verticalAlign="top"
          >
            <Span fontWeight="medium">{`Version ${version.number}`}</Span>
            {isCurrent && <Badge tone="brand">Current</Badge>}
            <Span fontSize="sm" color="fg.muted" marginInlineStart="auto">
              <TimeText moment={version.created_at} now={now} />
            </Span>
            <Span flexBasis="full" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
              by <AuthorName email={version.author?.email} absent="the server or a deleted user" />
            </Span>
          </Flex>
        </Box>
        {isOpen && (
          <Suspense fallback={null}>
            <OpenVersion assistant={assistant} number={version.number} isCurrent={isCurrent} />
          </Suspense>
        )}
      </details>
    </ListItem>
  );
}
