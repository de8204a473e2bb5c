import type { ReactNode } from 'react';
import { Box } from '../layout/box.ts';
import { Center } from '../layout/flex.ts';
import { VStack } from '../layout/stack.ts';
import { StateText, type StateTextProps } from './state-text.tsx';

/** Props of {@link EmptyState}. */
export interface EmptyStateProps extends StateTextProps {
  icon?: ReactNode;
  /** The next step, in one sentence. */
  description?: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** Shows that there is nothing yet, and the next step. */
export function EmptyState({ icon, action, ...text }: EmptyStateProps) {
  return (
    <VStack gap="3" paddingInline="4" paddingBlock="10" textAlign="center">
      {icon && (
        <Center boxSize="12" borderRadius="full" bg="brand.subtle" color="brand.fg" aria-hidden>
          {icon}
        </Center>
      )}
      <StateText {...text} />
      {action && <Box mt="1">{action}</Box>}
    </VStack>
  );
}
