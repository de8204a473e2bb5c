import { useApi, useQuery } from '@homie/api-client';
import { Text } from '@homie/ui';
import { useAuditApi } from '../../../api/audit-api';

/** Shows how long entries are retained without a hold. Reserves its line while loading to avoid a layout shift. */
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
          : `Entries older than ${data.days.toLocaleString('en-AU')} days are purged, unless they are on hold.`)}
    </Text>
  );
}
