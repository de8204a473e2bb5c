import { useApi, useQuery } from '@homie/api-client';
import { Text } from '@homie/ui';
import { useAuditApi } from '../../../api/audit-api';

/** How long entries are kept where no hold keeps them longer. Its line is there before the answer, so that nothing moves. */
export function Retention() {
  const api = useApi();
  const { readAuditRetention } = useAuditApi();
  const { data } = useQuery({
    queryKey: ['audit', 'retention'],
    queryFn: () => readAuditRetention(api),
    staleTime: Infinity,
  });
  return (
    <Text mb="3" minHeight="6">
      {data &&
        (data.days === null
          ? 'Entries are kept indefinitely.'
          : `Entries older than ${data.days.toLocaleString('en-AU')} days are purged, unless they are held.`)}
    </Text>
  );
}
