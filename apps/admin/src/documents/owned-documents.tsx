import { useQuery } from '@homie/api-client';
import { Badge, Box, Flex, Span, Text } from '@homie/ui';
import { useAdminApi } from '../data/admin-api';
import { ListRow } from '../lists/list-row';
import { usePagedSearch } from '../lists/paged-search';
import { QueryList } from '../lists/query-list';
import { RecordLink } from '../records/record-link';
import type { DocumentLinkState } from './document-address';
import { formatDay, isDue } from './review';

/** Lists the documents that a user owns, each with a link to the page of its assistant or participant. */
export function OwnedDocuments({ userId }: { userId: string }) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery(admin.ownedDocumentsQuery(api, userId, { q, page }));
  return (
    <QueryList
      label="Owned documents"
      noun="documents"
      searchLabel="Search by title"
      search={search}
      query={query}
      failureTitle="Failed to load documents"
      emptyText="This user owns no documents."
    >
      {(document) => {
        const { id, title, review_on, archived, assistant_id, participant_id } = document;
        return (
          <ListRow key={id}>
            <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
              <Box minWidth="0" overflowWrap="anywhere" fontSize="sm">
                <RecordLink
                  kind={assistant_id === null ? 'participant' : 'assistant'}
                  id={assistant_id ?? participant_id ?? ''}
                  state={{ documentTitle: title } satisfies DocumentLinkState}
                >
                  {title}
                </RecordLink>
                <Text size="sm" tone="muted">
                  <Span translate="no">
                    {document.assistants?.label ?? document.participants?.display_name}
                  </Span>
                  {review_on !== null && <span>{` · review by ${formatDay(review_on)}`}</span>}
                </Text>
              </Box>
              {archived && <Badge>Archived</Badge>}
              {isDue(document) && <Badge tone="warning">Review due</Badge>}
            </Flex>
          </ListRow>
        );
      }}
    </QueryList>
  );
}
