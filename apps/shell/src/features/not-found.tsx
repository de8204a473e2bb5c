import { useDocumentTitle } from '@homie/composition';
import { Center, Heading, LinkButton, LogoMark, Text, VStack } from '@homie/ui';

/** The screen for an unknown URL. */
export default function NotFound() {
  useDocumentTitle('Page not found');
  return (
    <Center as="main" minHeight="100dvh" padding="6">
      <VStack gap="4" textAlign="center">
        <LogoMark size={56} />
        <Heading as="h1" size="xl">
          Oops! Page not found
        </Heading>
        <Text tone="muted" maxWidth="form">
          The address may be wrong, or the page has moved.
        </Text>
        <LinkButton href="/">Back to home</LinkButton>
      </VStack>
    </Center>
  );
}
