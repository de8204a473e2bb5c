import { keepPreviousData, lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import type { AccessReason, RoleName } from '@homie/contracts';
import { Box, Flex, Heading, ListItem } from '@homie/ui';
import type { ReactNode } from 'react';
import { useListFailure } from '@homie/widgets';
import { PagedList, usePagedSearch } from '../../../lists';
import { ReasonBadges } from '../../../records';
import { userKeys } from '../api/user-queries';

interface SeesPanelProps {
  userId: string;
  role: RoleName;
}

/** Answers 'What can this person see?': assistants and participants, each with every reason. */
export function SeesPanel(props: SeesPanelProps) {
  return (
    <>
      <SeenAssistants {...props} />
      <SeenParticipants {...props} />
    </>
  );
}

function SeenAssistants({ userId, role }: SeesPanelProps) {
  const api = useApi();
  const search = usePagedSearch();
  const wanted = { q: search.q, page: search.page, usableOnly: true };
  const query = useQuery({
    queryKey: userKeys.part(userId, 'sees assistants', wanted),
    queryFn: async () => (await lazyAdminApi()).listUserAccess(api, userId, wanted),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const failure = useListFailure(query, 'Failed to load user access');
  return (
    <Seen title="Assistants">
      <PagedList
        label="Assistants this person can use"
        noun="assistants"
        search={search}
        found={query.data}
        failure={failure}
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
      </PagedList>
    </Seen>
  );
}

function SeenParticipants({ userId, role }: SeesPanelProps) {
  const api = useApi();
  const search = usePagedSearch();
  const wanted = { q: search.q, page: search.page };
  const query = useQuery({
    queryKey: userKeys.part(userId, 'sees participants', wanted),
    queryFn: async () => (await lazyAdminApi()).listUserParticipants(api, userId, wanted),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const failure = useListFailure(query, 'Failed to load user access');
  return (
    <Seen title="Participants">
      <PagedList
        label="Participants this person can see"
        noun="participants"
        search={search}
        found={query.data}
        failure={failure}
        emptyText="No participants yet."
      >
        {({ participantId, participantName, reasons }) => (
          <SeenRow key={participantId} name={participantName} role={role} reasons={reasons} />
        )}
      </PagedList>
    </Seen>
  );
}

function Seen({ title, children }: { title: string; children: ReactNode }) {
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
    <ListItem
      paddingBlock="2.5"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      _last={{ borderBottomWidth: '0' }}
    >
      <Flex gap="2" alignItems="center" justifyContent="space-between" flexWrap="wrap">
        <Box minWidth="0" overflowWrap="anywhere" fontSize="sm">
          {name}
        </Box>
        <ReasonBadges reasons={reasons} role={role} />
      </Flex>
    </ListItem>
  );
}
