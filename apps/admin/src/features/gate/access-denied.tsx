import { Link, useDocumentTitle } from '@homie/composition';
import {
  Button,
  Card,
  Center,
  Container,
  Flex,
  Heading,
  IconLock,
  IconRefresh,
  LinkButton,
  Text,
  VStack,
} from '@homie/ui';

interface AccessDeniedProps {
  /** The reason why access is denied. */
  message: string;
  /** Checks again; given when the check itself failed. */
  onRetry?: () => void;
}

/** Renders the admin area for users who are not administrators. */
export function AccessDenied({ message, onRetry }: AccessDeniedProps) {
  useDocumentTitle('Access denied');
  return (
    <Container size="form" paddingBlock={{ base: '8', md: '16' }}>
      <Card>
        <VStack gap="4" textAlign="center">
          <Center boxSize="14" borderRadius="full" bg="accent.subtle" color="accent.fg" aria-hidden>
            <IconLock size={24} />
          </Center>
          <VStack gap="1">
            <Heading as="h1" size="lg">
              Access Denied
            </Heading>
            <Heading as="h2" size="sm" color="fg.muted" fontWeight="medium">
              Administrator privileges required
            </Heading>
          </VStack>
          <Text textWrap="balance">{message}</Text>
          <Text tone="muted" size="sm" textWrap="balance">
            If you believe you should have access, please contact your system administrator.
          </Text>
          <Flex gap="2" flexWrap="wrap" justifyContent="center" mt="2">
            {onRetry && (
              <Button variant="outline" onClick={onRetry}>
                <IconRefresh size={18} />
                Retry
              </Button>
            )}
            <LinkButton asChild>
              <Link to="/app">Return to App</Link>
            </LinkButton>
          </Flex>
        </VStack>
      </Card>
    </Container>
  );
}
