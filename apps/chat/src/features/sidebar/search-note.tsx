import { Button, Flex, IconOffline, Text } from '@homie/ui';

interface SearchNoteProps {
  /** Why the server was not searched. */
  text: string;
  retrying?: boolean;
  onRetry?: () => void;
}

/** Reports below the results that the server was not searched. It moves no result. */
export function SearchNote({ text, retrying = false, onRetry }: SearchNoteProps) {
  return (
    <Flex
      alignItems="center"
      gap="2"
      paddingInline="3"
      paddingBlock="2"
      borderTopWidth="1px"
      borderColor="border.subtle"
    >
      <IconOffline size={16} style={{ flexShrink: 0 }} />
      <Text as="output" flex="1" size="sm" tone="muted" lineHeight="snug">
        {`${text} Only conversations on this device were searched.`}
      </Text>
      {onRetry && (
        <Button variant="outline" size="sm" busy={retrying} onClick={onRetry}>
          Retry
        </Button>
      )}
    </Flex>
  );
}
