import { useQuery } from '@homie/api-client';
import type { AccessReason, RoleName } from '@homie/contracts';
import { Box, Flex, Heading, type Elements } from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';
import { ListRow } from '../../lists/list-row';
import { QueryList } from '../../lists/query-list';
import { usePagedSearch } from '../../lists/paged-search';
import { ReasonBadges } from '../../records/reason-badges';
import { RecordLink, type LinkedRecord } from '../../records/record-link';

interface SeesPanelProps {
  userId: string;
  role: RoleName;
}

/** Lists the assistants and participants that a user can see, each with every reason. */
export function SeesPanel(props: SeesPanelProps) {
  return (
    <>
      <Seen title="Assistants">
        <SeenAssistants {...props} />
      </Seen>
      <Seen title="Participants">
        <SeenParticipants {...props} />
      </Seen>
    </>
  );
}

/** Lists the assistants that a user can use, each with every reason. */
export function SeenAssistants({ userId, role }: SeesPanelProps) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery(admin.userAccessQuery(api, userId, { q, page, usableOnly: true }));
  return (
    <QueryList
      label="Assistants this user can use"
      noun="assistants"
      search={search}
      query={query}
      failureTitle="Failed to load user access"
      emptyText="No assistants yet."
    >
      {({ assistantId, assistantLabel, hasDirectAccess, hasRoleAccess }) => (
        <SeenRow
          key={assistantId}
          record={{ kind: 'assistant', id: assistantId }}
          name={assistantLabel}
          role={role}
          reasons={[
            ...(query.data?.isAdmin ? (['admin'] as const) : []),
            ...(hasDirectAccess ? (['direct'] as const) : []),
            ...(hasRoleAccess ? (['role'] as const) : []),
          ]}
        />
      )}
    </QueryList>
  );
}

/** Lists the participants that a user can see, each with every reason. */
export function SeenParticipants({ userId, role }: SeesPanelProps) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery(admin.userParticipantsQuery(api, userId, { q, page }));
  return (
    <QueryList
      label="Participants this user can see"
      noun="participants"
      search={search}
      query={query}
      failureTitle="Failed to load user access"
      emptyText="No participants yet."
    >
      {({ participantId, participantName, reasons }) => (
        <SeenRow
          key={participantId}
          record={{ kind: 'participant', id: participantId }}
          name={participantName}
          role={role}
          reasons={reasons}
        />
      )}
    </QueryList>
  );
}

function Seen({ title, children }: { title: string; children: Elements }) {
  return (
    <Box asChild mb="6" _last={{ mb: '0' }}>
      <section aria-label={title}>
        <Heading as="h3" size="sm" mb="2">
          {title}
        </Heading>
        {children}
      </section>
    </Box>
  );
}

interface SeenRowProps {
  record: LinkedRecord;
  name: string;
  role: RoleName;
  reasons: readonly AccessReason[];
}

function SeenRow({ record, name, role, reasons }: SeenRowProps) {
  return (
    <ListRow>
      <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
        <Box minWidth="0" overflowWrap="anywhere" fontSize="sm">
          <RecordLink {...record}>{name}</RecordLink>
        </Box>
        <ReasonBadges reasons={reasons} role={role} />
      </Flex>
    </ListRow>
  );
}
