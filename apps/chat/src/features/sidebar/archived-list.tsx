import { Flex, Heading, IconArrowLeft, IconButton } from '@homie/ui';
import { useEffect, useRef } from 'react';
import { ConversationList, type ConversationListProps } from './conversation-list';

interface ArchivedListProps extends ConversationListProps {
  onBack: () => void;
}

/** The archived conversations, in place of the others. */
export function ArchivedList({ onBack, ...list }: ArchivedListProps) {
  const back = useRef<HTMLButtonElement>(null);
  // The control that opened the list is no longer mounted.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Flex alignItems="center" gap="1" paddingInline="2" paddingBottom="1">
        <IconButton
          ref={back}
          label="Back to conversations"
          size="sm"
          icon={<IconArrowLeft size={18} />}
          onClick={onBack}
        />
        <Heading as="h3" size="sm">
          Archived
        </Heading>
      </Flex>
      <ConversationList archived {...list} />
    </>
  );
}
