import { CONVERSATION_SEARCH_MAX_LENGTH, type ConversationRow } from '@homie/contracts';
import { announce, Box, Dialog, Input, isComposing, Text } from '@homie/ui';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { isApple } from '../../platform/is-apple';
import { matchShortcut } from '../../platform/shortcuts';
import type { Command, CommandSection } from './command';
import { CommandList, optionId } from './command-list';
import { fuzzyFilter } from './fuzzy-score';
import {
  currentCommands,
  useActionCommands,
  useContributedCommands,
  type PaletteDeeds,
} from './use-action-commands';
import {
  useAssistantCommands,
  useConversationCommands,
  type PaletteOpeners,
} from './use-found-commands';

interface PaletteProps extends PaletteDeeds, PaletteOpeners {
  /** The conversation on the screen. */
  current: ConversationRow | undefined;
  onClose: () => void;
}

/**
 * One field for everything: actions, conversations, assistants. It retains the focus while the arrow keys choose.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function Palette({ current, onClose, ...rest }: PaletteProps) {
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const listId = useId();
  const typed = text.trim();

  const actions = fuzzyFilter(useActionCommands(rest), typed);
  const here = fuzzyFilter(currentCommands(current, rest), typed);
  const conversations = useConversationCommands(typed, current?.id ?? null, rest);
  const assistants = useAssistantCommands(typed, rest);
  const elsewhere = fuzzyFilter(useContributedCommands(), typed);
  const hereSection = { id: 'here', heading: 'This conversation', commands: here };
  const conversationSection = {
    id: 'conversations',
    heading: typed === '' ? 'Recent conversations' : 'Conversations',
    commands: conversations.commands,
  };
  const sections: CommandSection[] = [
    { id: 'actions', heading: 'Actions', commands: actions },
    // Typing the name of an action means the action; without text, users mostly open a conversation.
    ...(typed === '' ? [conversationSection, hereSection] : [hereSection, conversationSection]),
    { id: 'assistants', heading: 'New Chat with', commands: assistants },
    { id: 'elsewhere', heading: 'Go to', commands: elsewhere },
  ].filter(({ commands }) => commands.length > 0);
  const all = sections.flatMap(({ commands }) => commands);
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];

  const count = conversations.searching ? undefined : all.length;
  useEffect(() => {
    if (typed !== '' && count !== undefined)
      announce(count === 1 ? '1 result' : `${count} results`);
  }, [typed, count]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function keyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (matchShortcut(event.nativeEvent, isApple())?.id === 'commands') onClose();
    else if (event.key === 'Enter') run(chosen);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const at = all.findIndex((command) => command === chosen);
      setChosenId(all.at((at + step) % all.length)?.id);
    } else return;
    event.preventDefault();
  }

  return (
    <Dialog open title="Commands" onClose={onClose}>
      <Box onKeyDown={keyDown}>
        <Input asChild>
          <input
            role="combobox"
            aria-label="Find an action, a conversation or an assistant"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={chosen && optionId(listId, chosen)}
            aria-autocomplete="list"
            autoComplete="off"
            placeholder="What would you like to do?"
            maxLength={CONVERSATION_SEARCH_MAX_LENGTH}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setChosenId(undefined);
            }}
          />
        </Input>
        <Box position="relative">
          <CommandList
            id={listId}
            sections={sections}
            chosen={chosen}
            busy={conversations.searching}
            onRun={run}
          />
          {all.length === 0 && (
            <Text position="absolute" top="6" width="full" textAlign="center" tone="muted">
              {conversations.searching ? 'Searching...' : `Nothing matches ‘${typed}’.`}
            </Text>
          )}
        </Box>
        {conversations.offline && (
          <Text as="output" size="sm" tone="muted" paddingTop="3">
            {"You're offline. Only conversations on this device were searched."}
          </Text>
        )}
      </Box>
    </Dialog>
  );
}
