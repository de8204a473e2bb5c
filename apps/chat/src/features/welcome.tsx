import {
  Box,
  Button,
  Card,
  Center,
  Flex,
  Heading,
  IconMessage,
  IconPlus,
  IconSparkle,
  LogoMark,
  Stack,
  Text,
  type Elements,
} from '@homie/ui';
import type { ReactNode } from 'react';

function Hint({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Flex gap="3" alignItems="flex-start">
      <Center boxSize="9" borderRadius="full" bg="brand.subtle" color="brand.fg" flexShrink="0">
        {icon}
      </Center>
      <Box>
        <Text fontWeight="medium">{title}</Text>
        <Text size="sm" tone="muted">
          {children}
        </Text>
      </Box>
    </Flex>
  );
}

interface WelcomeProps {
  productName: string;
  onNewChat: () => void;
  /** Shown above the composer. */
  news: Elements;
  /** Renders the composer and the assistants, with the hints below them. */
  composer: (hints: Elements) => Elements;
}

/** Fills the main area while no conversation is open. */
export function Welcome({ productName, onNewChat, news, composer }: WelcomeProps) {
  return (
    <Flex
      flex="1"
      minHeight="0"
      minWidth="0"
      overflowY="auto"
      paddingInline={{ base: '4', md: '6' }}
    >
      <Stack
        gap="5"
        width="full"
        maxWidth="sheet"
        marginInline="auto"
        // At a fixed distance from the top: centred, the composer would move when the assistants arrive.
        paddingTop={{ base: '6', md: 'clamp(1.5rem, 6vh, 4rem)' }}
        height="max-content"
        paddingBottom="8"
      >
        <Flex gap="3" alignItems="center">
          <LogoMark size={40} />
          <Heading as="h1" size="lg">
            {`Welcome to ${productName}`}
          </Heading>
        </Flex>
        {news}
        {composer(
          <Card display="flex" flexDirection="column" gap="4">
            <Hint icon={<IconMessage />} title="Start a conversation">
              Type your question. We suggest the assistant you used last.
            </Hint>
            <Hint icon={<IconSparkle />} title="Full AI integration">
              Replies appear as they are written, and are saved if you leave.
            </Hint>
            <Button wide variant="outline" onClick={onNewChat}>
              <IconPlus />
              New Chat
            </Button>
          </Card>,
        )}
      </Stack>
    </Flex>
  );
}
