import { useAuth, type Auth } from '@homie/auth';
import { useDocumentTitle } from '@homie/composition';
import { Button, Text, toast, VStack } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { reportFailure } from '../../layout/report-failure';
import type { Inbox } from './inbox-context';
import { requestMagicLink } from './magic-link';
import { formatCountdown, readWait, WAIT_AFTER_MAIL } from './read-wait';

interface CheckInboxProps extends Inbox {
  /** Called to show the forms again. */
  onBack: () => void;
}

const TEXTS = {
  confirmation: {
    sent: 'Open the link in the email to finish signing up. It works in any browser or on your phone for one hour.',
    unconfirmed: 'Please confirm your email first. Open the link we sent you, or send it again.',
    back: 'Use another address',
  },
  reset: {
    sent: 'If this address has an account, the link in the email sets a new password. It works in any browser or on your phone for one hour.',
    unconfirmed: '',
    back: 'Back to sign in',
  },
  link: {
    sent: 'If this address has an account, the link in the email signs you in. It works once, in any browser or on your phone, for one hour.',
    unconfirmed: '',
    back: 'Back to sign in',
  },
};

const SEND_AGAIN = {
  confirmation: (auth: Auth, email: string) => auth.resendConfirmation(email),
  reset: (auth: Auth, email: string) => auth.requestPasswordReset(email),
  link: (auth: Auth, email: string) => requestMagicLink(auth, email),
};

/** Shows which address a mail was sent to, and sends it again after a countdown. */
export function CheckInbox({ email, kind, wait, onBack }: CheckInboxProps) {
  const auth = useAuth();
  const { remaining, start } = useCountdown(wait);
  const [busy, setBusy] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const isJustSent = wait > 0;
  const texts = TEXTS[kind];
  useDocumentTitle('Check your inbox');
  // The button that led here is gone, and with it the focus.
  useEffect(() => content.current?.focus(), []);

  async function sendAgain() {
    setBusy(true);
    const result = await SEND_AGAIN[kind](auth, email);
    setBusy(false);
    if (result.ok) {
      start(WAIT_AFTER_MAIL);
      return toast.success({ title: 'Email sent', description: `Check the inbox of ${email}.` });
    }
    if (result.failure.code === 'over_email_send_rate_limit') {
      start(readWait(result.failure.message));
      return toast.info({ title: 'Email not sent again', description: result.failure.message });
    }
    return reportFailure(result.failure);
  }

  return (
    <AuthPage title="Check your inbox">
      <VStack ref={content} tabIndex={-1} outline="none" gap="3" textAlign="center">
        <Text translate="no" fontWeight="semibold" overflowWrap="anywhere">
          {email}
        </Text>
        <Text tone="muted">{isJustSent ? texts.sent : texts.unconfirmed}</Text>
      </VStack>
      <VStack gap="3" alignItems="stretch">
        <Button
          variant="outline"
          wide
          busy={busy}
          busyLabel="Sending..."
          disabled={remaining > 0}
          onClick={sendAgain}
        >
          {remaining > 0 ? `Send again in ${formatCountdown(remaining)}` : 'Send again'}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {texts.back}
        </Button>
      </VStack>
    </AuthPage>
  );
}

/** Counts whole seconds down to 0, by the clock: timers of a hidden page are throttled. */
function useCountdown(seconds: number) {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const remaining = Math.max(0, Math.ceil((end - now) / 1000));
  const isRunning = remaining > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);

  function start(wait: number) {
    setNow(Date.now());
    setEnd(Date.now() + wait * 1000);
  }
  return { remaining, start };
}
