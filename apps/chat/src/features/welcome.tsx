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

/** Fills the main area while no conversation is open. */
export function Welcome({
  productName,
  onNewChat,
  composer,
}: {
  productName: string;
  onNewChat: () => void;
  /** Null until its code has loaded. */
  composer: ReactNode;
}) {
  return (
    <Flex flex="1" minHeight="0" overflowY="auto" padding="4">
      {/* Centred by its margins: with centre alignment, the top of a card higher than the window is unreachable. */}
      <Card
        margin="auto"
        width="full"
        maxWidth="form"
        display="flex"
        flexDirection="column"
        gap="6"
        padding="8"
      >
        <Stack gap="3" alignItems="flex-start">
          <LogoMark size={40} />
          <Heading as="h1" size="lg">
            Welcome to {productName}
          </Heading>
        </Stack>
        <Stack gap="4">
          <Hint icon={<IconMessage />} title="Start a conversation">
            Choose an assistant and ask, in your own words.
          </Hint>
          <Hint icon={<IconSparkle />} title="Full AI integration">
            Replies appear as they are written, and are saved if you leave.
          </Hint>
        </Stack>
        {composer}
        <Button size="lg" wide variant={composer ? 'outline' : 'solid'} onClick={onNewChat}>
          <IconPlus />
          New Chat
        </Button>
      </Card>
    </Flex>
  );
}
