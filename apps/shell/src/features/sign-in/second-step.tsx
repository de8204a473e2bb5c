import { needsSecondFactor } from '@homie/auth';
import CodeStep, { type CodeStepProps } from './code-step';
import PasskeyStep from './passkey-step';

/** Asks for the second factor of a session: the code of an authenticator app, or the passkey of a user without one. */
export default function SecondStep({ session, ...actions }: CodeStepProps) {
  return needsSecondFactor(session) ? (
    <CodeStep session={session} {...actions} />
  ) : (
    <PasskeyStep {...actions} />
  );
}
