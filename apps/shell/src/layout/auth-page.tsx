import {
  Box,
  Card,
  Flex,
  Heading,
  LogoMark,
  Text,
  ThemeToggle,
  VStack,
  type Elements,
} from '@homie/ui';
import type { ReactNode } from 'react';

interface AuthPageProps {
  title: string;
  subtitle?: ReactNode;
  children: Elements;
}

/** The layout of the authentication screens: one card on the canvas. */
export function AuthPage({ title, subtitle, children }: AuthPageProps) {
  return (
    <Flex
      as="main"
      justifyContent="center"
      // From the top, not centred: a card that grows by an error must not move the field that the user types in.
      alignItems="flex-start"
      minHeight="100dvh"
      paddingLeft="max({spacing.4}, var(--safe-left))"
      paddingRight="max({spacing.4}, var(--safe-right))"
      // On phones the card is below the button of the theme.
      paddingTop={{
        base: 'calc(clamp(3.5rem, 22dvh - 8rem, 9rem) + var(--safe-top))',
        // All ways to sign in fit a window of 800 px; on a higher one the card is near the optical centre.
        md: 'calc(clamp(1.5rem, 40dvh - 18.5rem, 9rem) + var(--safe-top))',
      }}
      paddingBottom="calc({spacing.3} + var(--safe-bottom))"
      position="relative"
    >
      <Box
        position="absolute"
        top="calc({spacing.3} + var(--safe-top))"
        right="calc({spacing.3} + var(--safe-right))"
      >
        <ThemeToggle />
      </Box>
      <Card width="full" maxWidth="form" boxShadow="float">
        <VStack gap="4" alignItems="stretch">
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
    </Flex>
  );
}
