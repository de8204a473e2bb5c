import { useAuth } from '@homie/auth';
import { newFactorSchema, type NewFactor } from '@homie/contracts/authentication';
import { Box, Code, Flex, LinkButton, Stack, Text, TextField, useIsTouchOnly } from '@homie/ui';
import { FormDialog, type FormDialogActions } from '@homie/widgets';
import { reportFailure } from '../../layout/report-failure';
import { CopyButton } from './copy-button';
import { QrCode } from './qr-code';

/** An authenticator app that waits for its first code. */
export interface NewFactorSecret {
  id: string;
  secret: string;
  uri: string;
}

interface AddFactorProps {
  factor: NewFactorSecret;
  onClose: () => void;
  onAdded: () => Promise<void>;
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function AddFactor({ factor, onClose, onAdded }: AddFactorProps) {
  const auth = useAuth();
  const isTouchOnly = useIsTouchOnly();

  async function verify(
    { code }: NewFactor,
    { setFieldError, finish }: FormDialogActions<NewFactor>,
  ) {
    const result = await auth.call((service) =>
      service.mfa.challengeAndVerify({ factorId: factor.id, code }),
    );
    if (result.ok) {
      finish();
      return onAdded();
    }
    const { code: reason, message } = result.failure;
    if (reason === 'mfa_verification_failed')
      return setFieldError('code', 'This code is wrong. Enter the one that your app shows now.');
    if (reason === 'over_request_rate_limit') return setFieldError('code', message);
    reportFailure(result.failure);
  }

  return (
    <FormDialog
      title="Add an authenticator app"
      schema={newFactorSchema}
      defaultValues={{ code: '' }}
      submitLabel="Add"
      busyLabel="Checking..."
      onSubmit={verify}
      onClose={onClose}
    >
      <Flex gap="5" flexWrap="wrap" alignItems="flex-start">
        <QrCode text={factor.uri} label="QR code for your authenticator app" />
        <Stack gap="2" flex="1" minWidth="56">
          <Text>
            1. Scan this code with an authenticator app, such as Google Authenticator, Microsoft
            Authenticator or 1Password.
          </Text>
          <Text size="sm" tone="muted">
            Is the app on this device? Open it, or enter this key in it:
          </Text>
          <Box>
            <Code overflowWrap="anywhere">{factor.secret.match(/.{1,4}/g)?.join(' ')}</Code>
          </Box>
          <Flex gap="2" flexWrap="wrap">
            {isTouchOnly && (
              <LinkButton asChild variant="outline">
                <a href={factor.uri}>Open the app</a>
              </LinkButton>
            )}
            <CopyButton label="Copy key" copied="Key copied" text={factor.secret} />
          </Flex>
        </Stack>
      </Flex>
      <TextField<NewFactor>
        name="code"
        label="2. Enter the 6-digit code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
      />
    </FormDialog>
  );
}
