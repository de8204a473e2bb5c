import { useAuth } from '@homie/auth';
import { Button, Flex, List, toast } from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { Section } from '../../layout/section';
import { describePasskeyFailure } from './describe-passkey-failure';
import { RenamePasskey } from './rename-passkey';
import { RemoveItem } from './remove-item';
import { SecurityItem } from './security-item';
import { suggestPasskeyName, UNNAMED } from './suggest-passkey-name';
import { supportsPasskeys, type Passkey } from './use-passkeys';
import type { Prove } from './use-prove';

interface PasskeysSectionProps {
  passkeys: readonly Passkey[];
  onChange: () => Promise<void>;
  prove: Prove;
}

const DESCRIPTION =
  'Sign in with your fingerprint, face or screen lock instead of your password. No code is needed then.';

const UNSUPPORTED =
  'This browser does not support passkeys. Open Settings in another browser to add one.';
const INSECURE = 'They need an address that starts with https://.';

/** The passkeys of the user: adding, renaming, removing. */
export function PasskeysSection({ passkeys, onChange, prove }: PasskeysSectionProps) {
  const auth = useAuth();
  const now = useNow();
  const [renaming, setRenaming] = useState<Passkey>();
  const [busy, setBusy] = useState(false);

  async function add() {
    setBusy(true);
    const register = () =>
      auth.call(async (service) => {
        const added = await service.registerPasskey();
        if (added.error) return added;
        // The session may have reached a higher level.
        const refreshed = await service.refreshSession();
        const { id, friendly_name: name = UNNAMED } = added.data;
        // If this fails, the passkey has the name of the server.
        if (name === UNNAMED)
          await service.passkey.update({
            passkeyId: id,
            friendlyName: suggestPasskeyName(navigator.userAgent, passkeys),
          });
        return refreshed;
      });
    const result = await prove(register);
    setBusy(false);
    if (!result) return;
    if (!result.ok) return reportFailure(describePasskeyFailure(result.failure));
    toast.success({ title: 'Passkey added', description: 'Use it the next time you sign in.' });
    await onChange();
  }

  return (
    <Section
      title="Passkeys"
      description={
        supportsPasskeys
          ? DESCRIPTION
          : `${DESCRIPTION} ${window.isSecureContext === false ? INSECURE : UNSUPPORTED}`
      }
      actions={
        supportsPasskeys && (
          <Button
            variant="outline"
            busy={busy}
            busyLabel="Waiting for your device..."
            onClick={() => void add()}
          >
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <List display="flex" flexDirection="column">
          {passkeys.map((passkey) => (
            <SecurityItem
              key={passkey.id}
              name={passkey.name}
              detail={
                <>
                  <span>
                    Added <TimeText moment={passkey.createdAt} now={now} />
                  </span>
                  {passkey.usedAt !== undefined && (
                    <span>
                      {' · Last used '}
                      <TimeText moment={passkey.usedAt} now={now} />
                    </span>
                  )}
                </>
              }
            >
              <Flex gap="2">
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenaming(passkey)}
                >
                  Rename
                </Button>
                <RemoveItem
                  name={passkey.name}
                  body="It no longer signs you in, and devices that it signed in are signed out. Your device may still offer it until you delete it there too."
                  removedTitle="Passkey removed"
                  remove={(service) => service.passkey.delete({ passkeyId: passkey.id })}
                  onRemoved={onChange}
                  prove={prove}
                />
              </Flex>
            </SecurityItem>
          ))}
        </List>
      )}
      {renaming && (
        <RenamePasskey
          passkey={renaming}
          onClose={() => setRenaming(undefined)}
          onRenamed={onChange}
        />
      )}
    </Section>
  );
}
