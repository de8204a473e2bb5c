import { Box, Flex, Text } from '@homie/ui';
import { useEffect, useRef } from 'react';
import type { Command, CommandSection } from './command';

/** Returns the id of a command's option, for `aria-activedescendant`. */
export function optionId(listId: string, { id }: Command): string {
  return `${listId}-${id}`;
}

interface CommandListProps {
  id: string;
  sections: readonly CommandSection[];
  chosen: Command | undefined;
  busy: boolean;
  onRun: (command: Command) => void;
}

/** The commands under their headings. The chosen one is always scrolled into view. */
export function CommandList({ id, sections, chosen, busy, onRun }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosenId = chosen?.id;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <Box
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no headings, icons or field of its own
      role="listbox"
      aria-label="Results"
      aria-busy={busy}
      // Also without results: the field does not move while the user types.
      height="min(24rem, 55dvh)"
      overflowY="auto"
      marginTop="3"
      marginInline="-2"
      css={{ scrollPaddingBlock: '2rem' }}
    >
      {sections.map(({ id: sectionId, heading, commands }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of fields
        <Box key={sectionId} role="group" aria-labelledby={`${id}-${sectionId}-heading`}>
          <Text
            id={`${id}-${sectionId}-heading`}
            size="xs"
            fontWeight="semibold"
            tone="subtle"
            paddingInline="3"
            paddingTop="3"
            paddingBottom="1"
          >
            {heading}
          </Text>
          {commands.map((command) => (
            <CommandOption
              key={command.id}
              id={optionId(id, command)}
              command={command}
              chosen={command.id === chosenId}
              onRun={onRun}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface CommandOptionProps {
  id: string;
  command: Command;
  chosen: boolean;
  onRun: (command: Command) => void;
}

function CommandOption({ id, command, chosen, onRun }: CommandOptionProps) {
  const { label, icon, hint, excerpt } = command;
  return (
    <Flex
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      aria-selected={chosen}
      alignItems="center"
      gap="3"
      minHeight="10"
      paddingInline="3"
      paddingBlock={excerpt ? '1.5' : undefined}
      borderRadius="md"
      cursor="pointer"
      bg={chosen ? 'brand.subtle' : 'transparent'}
      _hover={chosen ? {} : { bg: 'bg.subtle' }}
      css={{
        '@media (pointer: coarse)': { minHeight: '11' },
        '@media (forced-colors: active)': chosen
          ? { outline: '2px solid', outlineOffset: '-2px' }
          : {},
      }}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
    >
      <Box aria-hidden color={chosen ? 'brand.fg' : 'fg.muted'} flexShrink="0">
        {icon}
      </Box>
      <Box flex="1 1 auto" minWidth="0">
        <Text truncate dir="auto" textAlign="left">
          {label}
        </Text>
        {excerpt && (
          <Text truncate size="sm" tone={chosen ? 'muted' : 'subtle'}>
            {excerpt}
          </Text>
        )}
      </Box>
      {hint && (
        <Text truncate size="sm" tone={chosen ? 'muted' : 'subtle'} flex="0 1 auto" maxWidth="50%">
          {hint}
        </Text>
      )}
    </Flex>
  );
}
