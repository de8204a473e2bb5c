import { lazy, Suspense, useState } from 'react';
import { Box, Text, Button } from '@homie/ui';
import { useQueryClient } from '@homie/api-client';
import { Link } from '@homie/composition';
import { useN } from '@homie/auth';
import { titleSchema } from '@homie/contracts';
const Deep = lazy(() => import('../deep'));
export default function Routes() {
  const [n, set] = useState(0); const q = useQueryClient(); const s = useN();
  return <Box p="4" data-testid="admin"><Text>admin {n} {s} {String(!!q)} {String(titleSchema.safeParse({ title: 'x' }).success)}</Text><Button onClick={() => set(n + 1)}>more</Button><Link to="/">home</Link><Suspense><Deep /></Suspense></Box>;
}
