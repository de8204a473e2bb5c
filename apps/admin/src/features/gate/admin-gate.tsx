import { useSession } from '@homie/auth';
import { LoadingState } from '@homie/ui';
import type { ReactNode } from 'react';
import { AdminApiContext, EditorContext } from '../../data/admin-api';
import { AccessDenied } from './access-denied';
import type { SignedIn } from './fetch-own-record';
import { useAdminAccess } from './use-admin-access';

/**
 * Renders its children for administrators and for users who may edit documents. The database refuses all other users
 * anyway.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useSession();
  // Without a session the shell is already navigating to the sign-in screen.
  if (!session) return null;
  const { id, email = '' } = session.user;
  return (
    <AuthorizedGate key={id} person={{ id, email }}>
      {children}
    </AuthorizedGate>
  );
}

function AuthorizedGate({ person, children }: { person: SignedIn; children: ReactNode }) {
  const { decision, admin, recheck } = useAdminAccess(person);
  if (!decision) return <LoadingState label="Checking permissions..." />;
  if (decision.allowed)
    return (
      <AdminApiContext value={admin ?? null}>
        <EditorContext value={decision.area === 'documents'}>{children}</EditorContext>
      </AdminApiContext>
    );
  return (
    <AccessDenied message={decision.message} {...(decision.canRetry ? { onRetry: recheck } : {})} />
  );
}
