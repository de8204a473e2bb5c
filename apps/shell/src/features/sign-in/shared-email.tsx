import type { SignIn } from '@homie/contracts/authentication';
import { useFormValue } from '@homie/ui';
import { useEffect } from 'react';

/** The props of both forms, so that the email survives a change of tab. */
export interface SharedEmailProps {
  initialEmail: string;
  onEmailChange: (email: string) => void;
}

/** Reports the email of the form around it. */
export function SharedEmail({ onEmailChange }: Pick<SharedEmailProps, 'onEmailChange'>) {
  const email = useFormValue<SignIn, 'email'>('email');
  useEffect(() => onEmailChange(email), [email, onEmailChange]);
  return null;
}
