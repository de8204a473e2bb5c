import type { AuthResult } from '@homie/auth';
import { describeMessages } from '@homie/contracts';
import { mailRequestSchema, type SignIn } from '@homie/contracts/authentication';
import { toast, useFormField } from '@homie/ui';
import { useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { reportFailure } from '../../layout/report-failure';
import { toFieldError } from './field-error';
import { useShowInbox, type Inbox } from './inbox-context';
import { readWaitAfterMail, WAIT_AFTER_MAIL } from './read-wait';

interface MailRequest {
  kind: Inbox['kind'];
  send: (email: string) => Promise<AuthResult<unknown>>;
  /** The toast after a success. */
  sent: { title: string; description: string };
  /** Description of an unexpected failure. */
  failed: string;
}

/** Requests a mail to the email in the surrounding form, and shows which inbox to check. */
export function useMailRequest({ kind, send, sent, failed }: MailRequest) {
  const { value: email, setError } = useFormField<SignIn, 'email'>('email');
  const showInbox = useShowInbox();
  const [busy, setBusy] = useState(false);

  async function request({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    function showError(message: string) {
      flushSync(() => setError(message));
      form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
    const { data, error } = mailRequestSchema.safeParse({ email });
    if (!data) {
      const description = describeMessages(error);
      showError(description);
      return toast.error({ title: 'Error', description });
    }
    setBusy(true);
    const result = await send(data.email);
    setBusy(false);
    if (!result.ok) {
      const fieldError = toFieldError(result.failure);
      if (fieldError) showError(fieldError.message);
      const wait = readWaitAfterMail(result.failure);
      if (wait !== null) showInbox({ email: data.email, kind, wait });
      return reportFailure(result.failure, failed);
    }
    showInbox({ email: data.email, kind, wait: WAIT_AFTER_MAIL });
    return toast.success(sent);
  }

  return { email, busy, request };
}
