import type { RemoteHealth } from '@homie/api-client';
import { Heading } from '@homie/ui';
import { figuresOf } from '../model/figures';
import { FailureList } from '../parts/failure-list';

interface ShellViolationsProps {
  counters: readonly RemoteHealth[];
  environment: string;
}

/** Violations of the content security policy in the shell, which is not a part. Renders nothing if there are none. */
export function ShellViolations({ counters, environment }: ShellViolationsProps) {
  const { failures } = figuresOf(counters, { remote: 'shell', environment });
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby="shell">
      <Heading id="shell" mb="2">
        Shell
      </Heading>
      <FailureList failures={failures} />
    </section>
  );
}
