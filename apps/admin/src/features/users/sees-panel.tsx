import { useQuery } from '@homie/api-client';
import type { AccessReason, RoleName } from '@homie/contracts';
import { Box, Flex, Heading, type Elements } from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';
import { ListRow } from '../../lists/list-row';
import { QueryList } from '../../lists/query-list';
import { usePagedSearch } from '../../lists/paged-search';
import { ReasonBadges } from '../../records/reason-badges';

interface SeesPanelProps {
  userId: string;
  role: RoleName;
}

/** Lists the assistants and participants that a user can see, each with every reason. */
export function SeesPanel(props: SeesPanelProps) {
  return (
    <>
      <SeenAssistants {...props} />
      <SeenParticipants {...props} />
    </>
  );
}

function SeenAssistants({ userId, role }: SeesPanelProps) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery(admin.userAccessQuery(api, userId, { q, page, usableOnly: true }));
  return (
    <Seen title="Assistants">
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
    </Seen>
  );
}

function SeenParticipants({ userId, role }: SeesPanelProps) {
  const { admin, api } = useAdminApi();
  const search = usePagedSearch();
  const { q, page } = search;
  const query = useQuery(admin.userParticipantsQuery(api, userId, { q, page }));
  return (
    <Seen title="Participants">
      <QueryList
        label="Participants this user can see"
        noun="participants"
        search={search}
        query={query}
        failureTitle="Failed to load user access"
        emptyText="No participants yet."
      >
        {({ participantId, participantName, reasons }) => (
          <SeenRow key={participantId} name={participantName} role={role} reasons={reasons} />
        )}
      </QueryList>
    </Seen>
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
  name: string;
  role: RoleName;
  reasons: readonly AccessReason[];
}

function SeenRow({ name, role, reasons }: SeenRowProps) {
  return (
    <ListRow>
      <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
        <Box translate="no" minWidth="0" overflowWrap="anywhere" fontSize="sm">
          {name}
        </Box>
        <ReasonBadges reasons={reasons} role={role} />
      </Flex>
    </ListRow>
  );
}
