import type { Elements } from '../elements.ts';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { IconAlert, IconRefresh } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { Center } from '../layout/flex.ts';
import { VStack } from '../layout/stack.ts';
import { Code } from '../layout/text.ts';
import { StateText, type StateTextProps } from './state-text.tsx';

/** Props of {@link ErrorState}. */
export interface ErrorStateProps extends StateTextProps {
  /** The failed operation, in plain words. */
  title: string;
  /** The features that still work and the next step. */
  description?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** While true the retry button is busy. */
  retrying?: boolean;
  /** Details for support; collapsed by default. */
  detail?: string;
  /** More buttons next to Retry. */
  actions?: Elements;
}

/** A panel in place of failed content: reports the failure, offers a retry, collapses the technical details. */
export function ErrorState({
  title,
  description,
  onRetry,
  retryLabel = 'Retry',
  retrying = false,
  detail,
  actions,
  headingAs,
}: ErrorStateProps) {
  return (
    <VStack role="alert" gap="3" paddingInline="4" paddingBlock="10" textAlign="center">
      <Center boxSize="12" borderRadius="full" bg="accent.subtle" color="accent.fg" aria-hidden>
        <IconAlert />
      </Center>
      <StateText {...{ title, description, headingAs }} />
      {onRetry && (
        <Button variant="outline" onClick={onRetry} busy={retrying} mt="1">
          {!retrying && <IconRefresh size={18} />}
          <span>{retryLabel}</span>
        </Button>
      )}
      {actions}
      {detail && (
        <Box asChild fontSize="sm" color="fg.muted" maxWidth="sheet">
          <details>
            <Box as="summary" cursor="pointer" paddingBlock="1">
              Technical details
            </Box>
            <Code
              display="block"
              textAlign="start"
              bg="bg.subtle"
              borderRadius="md"
              padding="3"
              mt="1"
            >
              {detail}
            </Code>
          </details>
        </Box>
      )}
    </VStack>
  );
}
