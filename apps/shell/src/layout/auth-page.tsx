import { Box, Card, Center, Heading, LogoMark, Text, ThemeToggle, VStack } from '@homie/ui';
import type { ReactNode } from 'react';

interface AuthPageProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

/** A screen of authentication: one card on the canvas, one thing to do. */
export function AuthPage({ title, subtitle, children }: AuthPageProps) {
  return (
    <Center as="main" minHeight="100dvh" paddingInline="4" paddingBlock="16" position="relative">
      <Box position="absolute" top="3" insetInlineEnd="3">
        <ThemeToggle />
      </Box>
      <Card width="full" maxWidth="form" boxShadow="float">
        <VStack gap="5" alignItems="stretch">
          <VStack gap="2" textAlign="center">
            <a href="/" aria-label="Home">
              <LogoMark size={44} />
            </a>
            <Heading as="h1" size="lg">
              {title}
            </Heading>
            {subtitle && (
              <Text tone="muted" textWrap="balance">
                {subtitle}
              </Text>
            )}
          </VStack>
          {children}
        </VStack>
      </Card>
    </Center>
  );
}
