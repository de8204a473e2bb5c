import type { SignIn } from '@homie/contracts/authentication';
import { Button, HStack, Text, useFormField, VStack } from '@homie/ui';

/** As in supabase/seed. */
const PASSWORD = 'homie-demo-2026';

interface DemoAccountsProps {
  emails: readonly string[];
  disabled: boolean;
}

/** Fills the form with a demo account. */
export function DemoAccounts({ emails, disabled }: DemoAccountsProps) {
  const email = useFormField<SignIn, 'email'>('email');
  const password = useFormField<SignIn, 'password'>('password');
  return (
    <VStack gap="2" marginTop="2" data-demo-accounts>
      <Text size="sm" tone="muted">
        Try it with a demo account:
      </Text>
      <HStack gap="2" flexWrap="wrap" justifyContent="center">
        {emails.map((address) => (
          <Button
            key={address}
            size="sm"
            variant="outline"
            textTransform="capitalize"
            translate="no"
            disabled={disabled}
            onClick={() => {
              email.setValue(address);
              password.setValue(PASSWORD);
            }}
          >
            {address.split('@')[0]}
          </Button>
        ))}
      </HStack>
    </VStack>
  );
}
