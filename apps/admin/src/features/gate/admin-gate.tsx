import { useSession } from '@homie/auth';
import { LoadingState } from '@homie/ui';
import type { ReactNode } from 'react';
import { AdminApiContext } from '../../data/admin-api';
import { AccessDenied } from './access-denied';
import type { SignedIn } from './fetch-own-record';
import { useVerdict } from './use-verdict';

/** Renders its children for administrators only. The database refuses all other users anyway. */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useSession();
  // Without a session the shell is already navigating to the sign-in screen.
  if (!session) return null;
  const { id, email = '' } = session.user;
  return (
    <CheckedGate key={id} person={{ id, email }}>
      {children}
    </CheckedGate>
  );
}

function CheckedGate({ person, children }: { person: SignedIn; children: ReactNode }) {
  const { verdict, admin, checkAgain } = useVerdict(person);
  if (!verdict) return <LoadingState label="Checking permissions..." />;
  if (verdict.allowed) return <AdminApiContext value={admin ?? null}>{children}</AdminApiContext>;
  return (
    <AccessDenied
      message={verdict.message}
      {...(verdict.canRetry ? { onRetry: checkAgain } : {})}
    />
  );
}
