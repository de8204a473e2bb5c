import { useFormValue } from '@homie/ui';
import { useEffect } from 'react';

/** What both forms need, so that the email survives a change of tab. */
export interface SharedEmailProps {
  initialEmail: string;
  onEmailChange: (email: string) => void;
}

/** Reports the email of the form around it. */
export function SharedEmail({ onEmailChange }: Pick<SharedEmailProps, 'onEmailChange'>) {
  const email = useFormValue('email');
  useEffect(() => onEmailChange(String(email ?? '')), [email, onEmailChange]);
  return null;
}
