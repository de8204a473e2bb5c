import type { ConversationRow } from '@homie/contracts';
import {
  Badge,
  Box,
  Center,
  Flex,
  Heading,
  IconArchive,
  IconBuilding,
  IconPerson,
  IconPin,
  Skeleton,
  Text,
  VisuallyHidden,
  type Elements,
} from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import type { ReactNode } from 'react';
import { ConversationMenu } from '../../platform/conversation-menu';
import type { ActOn } from '../../platform/use-conversation-actions';

const ICON_SIZE = { base: '7', md: '9' };

interface AssistantHeaderProps {
  conversation: ConversationRow | undefined;
  onAct: ActOn;
  /** The time of the copy of this device that replaces the messages, in milliseconds. */
  savedAt?: number | undefined;
}

/** Shows the assistant and its owner. */
export function AssistantHeader({ conversation, onAct, savedAt }: AssistantHeaderProps) {
  if (conversation === undefined)
    return (
      <HeaderBar icon={<Skeleton boxSize={ICON_SIZE} borderRadius="full" />}>
        <Skeleton width="48" />
      </HeaderBar>
    );
  const { title, assistants, pinned, archived } = conversation;
  const isOrg = assistants.kind === 'org';
  const owner = isOrg ? 'Second Homie (Org)' : assistants.participant_name;
  return (
    <HeaderBar
      menu={<ConversationMenu label="Conversation actions" row={conversation} open onAct={onAct} />}
      icon={
        <Center boxSize={ICON_SIZE} borderRadius="full" bg="brand.subtle" color="brand.fg">
          {isOrg ? <IconBuilding /> : <IconPerson />}
        </Center>
      }
    >
      {/* In little space the badge has its own line: neither the assistant's name nor the title is cut for it. */}
      <Flex flexWrap="wrap" alignItems="center" columnGap="2" rowGap="0.5">
        <Heading
          as="h1"
          size="sm"
          maxWidth="full"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
          translate="no"
        >
          {assistants.label}
        </Heading>
        {/* Users without access to participants see no name. */}
        {owner && (
          <Badge
            tone={isOrg ? 'brand' : 'info'}
            title={owner}
            translate="no"
            display="inline-block"
            maxWidth="full"
            overflow="hidden"
            textOverflow="ellipsis"
          >
            {owner}
          </Badge>
        )}
      </Flex>
      <Flex alignItems="center" gap="1" minWidth="0" color="fg.subtle">
        {pinned && <Mark icon={<IconPin size={14} />} name="Pinned" />}
        {archived && <Mark icon={<IconArchive size={14} />} name="Archived" />}
        <Text
          translate="no"
          truncate
          dir="auto"
          textAlign="left"
          size="sm"
          tone="subtle"
          title={title}
        >
          {title}
        </Text>
        <CopyNote savedAt={savedAt} />
      </Flex>
    </HeaderBar>
  );
}

/** Announces that the messages are a copy, and its age. */
function CopyNote({ savedAt }: { savedAt: number | undefined }) {
  return (
    <Text as="output" flexShrink="0" size="sm" tone="muted">
      {savedAt !== undefined && <CopyAge savedAt={savedAt} />}
    </Text>
  );
}

function CopyAge({ savedAt }: { savedAt: number }) {
  return (
    <span>
      · Saved copy, <TimeText moment={new Date(savedAt).toISOString()} now={useNow()} />
    </span>
  );
}

function Mark({ icon, name }: { icon: Elements; name: string }) {
  return (
    <Box as="span" flexShrink="0" title={name}>
      {icon}
      <VisuallyHidden>{name}</VisuallyHidden>
    </Box>
  );
}

const TOASTS_TOP = '--toasts-top';
let shownBars = 0;

/**
 * Positions toasts below a bar on phones while it is on the screen: it has buttons, and the composer is at the bottom.
 * Measures it after the layout of a frame, because before it a layout would be forced. From one conversation to the next
 * the value stays: a change makes the browser compute the style of the whole page again.
 */
function keepFreeOfToasts(bar: HTMLElement | null) {
  if (bar === null) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const top = `calc(${bar.getBoundingClientRect().bottom}px + 0.5rem)`;
    if (style.getPropertyValue(TOASTS_TOP) !== top) style.setProperty(TOASTS_TOP, top);
  });
  observer.observe(bar);
  shownBars += 1;
  return () => {
    observer.disconnect();
    shownBars -= 1;
    queueMicrotask(() => {
      if (shownBars === 0) style.removeProperty(TOASTS_TOP);
    });
  };
}

/** Name, owner and title next to each other. */
const oneLine = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  '& > div': { flexWrap: 'nowrap', minWidth: '0' },
  '& > div:last-child': { flex: '1 1 0' },
} as const;

interface HeaderBarProps {
  icon: Elements;
  menu?: Elements;
  children: ReactNode;
}

function HeaderBar({ icon, menu, children }: HeaderBarProps) {
  return (
    <Flex
      ref={keepFreeOfToasts}
      alignItems="center"
      gap={{ base: '2', md: '3' }}
      flexShrink="0"
      minHeight="16"
      paddingInline={{ base: '4', md: '6' }}
      paddingBlock="2"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      css={{ '@media (height < 420px)': { minHeight: '11', paddingBlock: '0' } }}
    >
      <Box flexShrink="0" aria-hidden css={{ '@media (height < 420px)': { display: 'none' } }}>
        {icon}
      </Box>
      <Box flex="1" minWidth="0" css={{ '@media (height < 420px)': oneLine }}>
        {children}
      </Box>
      {menu}
    </Flex>
  );
}
