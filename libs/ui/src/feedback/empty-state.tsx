import type { ReactNode } from 'react';
import { Box } from '../layout/box.ts';
import { Center } from '../layout/flex.ts';
import { VStack } from '../layout/stack.ts';
import { Heading, Text } from '../layout/text.ts';

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** The next step, in one sentence. */
  description?: ReactNode;
  /** One button. */
  action?: ReactNode;
  headingAs?: 'h1' | 'h2' | 'h3';
}

/** Shows that there is nothing yet, and the next step. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  headingAs = 'h2',
}: EmptyStateProps) {
  return (
    <VStack gap="3" paddingInline="4" paddingBlock="10" textAlign="center">
      {icon && (
        <Center boxSize="12" borderRadius="full" bg="brand.subtle" color="brand.fg" aria-hidden>
          {icon}
        </Center>
      )}
      <Heading as={headingAs} size="md">
        {title}
      </Heading>
      {description && (
        <Text tone="muted" maxWidth="form" textWrap="balance">
          {description}
        </Text>
      )}
      {action && <Box mt="1">{action}</Box>}
    </VStack>
  );
}
