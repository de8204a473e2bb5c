import { lazyAdminApi, useQuery, type AdminApi } from '@homie/api-client';
import { Container, ErrorState, LoadingState } from '@homie/ui';
import { createContext, useContext, type ReactNode } from 'react';

const AuditApiContext = createContext<AdminApi | null>(null);

/** The API calls of the audit log, with the schemas and names of its contract. */
export function useAuditApi(): AdminApi {
  const value = useContext(AuditApiContext);
  if (!value) throw new Error('The audit log needs its API');
  return value;
}

/** Loads the API calls and the contract of the audit log, which are not in the chunk that all users load. */
export function WithAuditApi({ children }: { children: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit-api'],
    queryFn: lazyAdminApi,
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (data) return <AuditApiContext value={data}>{children}</AuditApiContext>;
  if (!error) return <LoadingState label="Loading..." />;
  return (
    <Container>
      <ErrorState
        title="The audit log could not be loaded"
        description="Check your connection and try again."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    </Container>
  );
}
