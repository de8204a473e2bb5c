import { useAuth } from '@homie/auth';
import { Button, List, toast } from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { Section } from '../../layout/section';
import { AddFactor, type NewFactorSecret } from './add-factor';
import { RemoveItem } from './remove-item';
import { SecurityItem } from './security-item';
import type { Factor } from './use-factors';
import type { Prove } from './use-prove';

interface FactorsSectionProps {
  factors: readonly Factor[];
  /** A passkey is a second step too. */
  passkeys: boolean;
  /** The environment demands a second factor, and this session has none. */
  isDemanded: boolean;
  onChange: () => Promise<void>;
  prove: Prove;
}

/** The authenticator apps of the user: adding one, removing one. */
export function FactorsSection(props: FactorsSectionProps) {
  const { factors, passkeys, isDemanded, onChange, prove } = props;
  const auth = useAuth();
  const now = useNow();
  const [added, setAdded] = useState<NewFactorSecret>();
  const [busy, setBusy] = useState(false);

  async function add() {
    setBusy(true);
    const names = factors.map(({ name }) => name);
    const numbers = factors.map((_factor, index) => `Authenticator app ${index + 2}`);
    const friendlyName = ['Authenticator app', ...numbers].find((name) => !names.includes(name));
    const result = await prove(() =>
      auth.call((service) =>
        service.mfa.enroll({ factorType: 'totp', ...(friendlyName && { friendlyName }) }),
      ),
    );
    setBusy(false);
    if (!result) return;
    if (!result.ok) return reportFailure(result.failure);
    if (result.data) setAdded({ id: result.data.id, ...result.data.totp });
  }

  return (
    <Section
      title="Two-step verification"
      description={
        isDemanded
          ? `Your organisation requires a second step. Add an authenticator app${passkeys ? ' or a passkey' : ''} to continue.`
          : 'An authenticator app on your phone shows a code that you enter when you sign in. A stolen password alone then opens nothing.'
      }
      actions={
        <Button
          variant={factors.length === 0 ? 'solid' : 'outline'}
          busy={busy}
          onClick={() => void add()}
        >
          Add authenticator app
        </Button>
      }
    >
      {factors.length > 0 && (
        <List display="flex" flexDirection="column">
          {factors.map((factor) => (
            <SecurityItem
              key={factor.id}
              name={factor.name}
              detail={
                <span>
                  Added <TimeText moment={factor.createdAt} now={now} />
                </span>
              }
            >
              <RemoveItem
                name={factor.name}
                body={
                  factors.length > 1
                    ? 'Its codes no longer work.'
                    : 'Its codes no longer work, and your password alone opens your account.'
                }
                removedTitle="Authenticator app removed"
                remove={(service) => service.mfa.unenroll({ factorId: factor.id })}
                onRemoved={onChange}
                prove={prove}
              />
            </SecurityItem>
          ))}
        </List>
      )}
      {added && (
        <AddFactor
          factor={added}
          onClose={() => setAdded(undefined)}
          onAdded={async () => {
            setAdded(undefined);
            toast.success({ title: 'Authenticator app added' });
            await onChange();
          }}
        />
      )}
    </Section>
  );
}
