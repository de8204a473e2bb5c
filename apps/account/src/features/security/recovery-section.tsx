import { ApiError, lazyAccountApi, useApi, useQuery, useQueryClient } from '@homie/api-client';
import { useSession, type AuthResult } from '@homie/auth';
import { Button, ConfirmDialog } from '@homie/ui';
import { useState } from 'react';
import { reportError, reportFailure } from '../../layout/report-failure';
import { Section } from '../../layout/section';
import { RecoveryCodes } from './recovery-codes';
import { UNPROVEN_CHANGE, type Prove } from './use-prove';

/** Says how many recovery codes are left. */
function describeCodes(left: number | undefined): string {
  if (left === undefined) return 'Codes that open your account if you lose your authenticator app.';
  if (left === 0) return 'You have no recovery codes. Create some in case you lose your phone.';
  return `${left} of 10 codes are left. Each opens your account once if you lose your phone.`;
}

/** The recovery codes of the user. */
export function RecoverySection({ prove }: { prove: Prove }) {
  const api = useApi();
  const client = useQueryClient();
  const userId = useSession()?.user.id;
  const queryKey = ['account', userId, 'recovery-codes'];
  const { data: left } = useQuery({
    queryKey,
    queryFn: async () => (await lazyAccountApi()).countRecoveryCodes(api),
  });
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);

  async function create() {
    setBusy(true);
    try {
      const created = await prove(async (): Promise<AuthResult<string[]>> => {
        try {
          return { ok: true, data: await (await lazyAccountApi()).createRecoveryCodes(api) };
        } catch (error) {
          if (error instanceof ApiError && error.status === 403)
            return { ok: false, failure: UNPROVEN_CHANGE };
          throw error;
        }
      });
      if (created?.ok) setCodes(created.data);
      else if (created) reportFailure(created.failure);
      await client.invalidateQueries({ queryKey });
    } catch (error) {
      reportError(error);
    }
    setBusy(false);
    setIsReplacing(false);
  }

  return (
    <Section
      title="Recovery codes"
      description={describeCodes(left)}
      actions={
        <Button
          variant={left === 0 ? 'solid' : 'outline'}
          busy={busy}
          busyLabel="Creating..."
          onClick={() => (left ? setIsReplacing(true) : void create())}
        >
          {left ? 'Replace codes' : 'Create codes'}
        </Button>
      }
    >
      <ConfirmDialog
        open={isReplacing}
        destructive
        title="Replace recovery codes"
        body="The codes that you have now stop working."
        confirmLabel="Replace"
        busyLabel="Replacing..."
        busy={busy}
        onConfirm={() => void create()}
        onCancel={() => setIsReplacing(false)}
      />
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}
