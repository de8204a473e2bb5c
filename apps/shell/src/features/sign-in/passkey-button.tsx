import { useAuth } from '@homie/auth';
import { Box, Button } from '@homie/ui';
import { useState } from 'react';
import type { PasskeyAlternative } from './sign-in-with-passkey';

interface PasskeyButtonProps {
  isOffered: boolean;
  disabled?: boolean;
  /** Called before the device is asked for a passkey, and after it has answered. */
  onBusyChange?: (isBusy: boolean) => void;
  /** The other way in that a failure names. */
  alternative?: PasskeyAlternative;
  /** Replaces the welcome once the user is signed in. */
  onSignedIn?: (() => void) | undefined;
  children?: string;
}

/** The build renders the form without a window; the page hides the button where it is not supported: landing/sign-in.js. */
export const isSupported = typeof window === 'undefined' || 'PublicKeyCredential' in window;

/** Signs in with a passkey, which names its user: no email is needed. */
export function PasskeyButton({
  isOffered,
  disabled = false,
  onBusyChange,
  alternative = 'sign in with your password',
  onSignedIn,
  children = 'Sign in with a passkey',
}: PasskeyButtonProps) {
  const auth = useAuth();
  const [busy, setBusy] = useState(false);

  async function signIn() {
    setBusy(true);
    onBusyChange?.(true);
    const { signInWithPasskey } = await import('./sign-in-with-passkey');
    await signInWithPasskey(auth, alternative, onSignedIn);
    setBusy(false);
    onBusyChange?.(false);
  }

  return (
    // Hidden, not removed: the controls correspond to those of the prerendered form.
    <Box data-passkey="" hidden={!isOffered || !isSupported}>
      <Button
        variant="outline"
        wide
        busy={busy}
        busyLabel="Waiting for your device..."
        disabled={disabled}
        onClick={() => void signIn()}
      >
        {children}
      </Button>
    </Box>
  );
}
