import { Box, Flex, Text, type Elements } from '@homie/ui';
import { formatAction } from '../../entries/model/format-action';
import type { ActionGroup } from '../../api/use-action-groups';

interface ActionGroupChipsProps {
  group: ActionGroup;
  chosen: readonly string[];
  /** The reason why no further action can be chosen; undefined if one can. */
  full: string | undefined;
  onToggle: (action: string) => void;
  /** Rendered after the last action. */
  more?: Elements;
}

/** Renders a group of actions as toggle buttons. */
export function ActionGroupChips({ group, chosen, full, onToggle, more }: ActionGroupChipsProps) {
  const { name, actions } = group;
  return (
    <Flex asChild gap={{ base: '1.5', md: '3' }} flexWrap={{ base: 'wrap', md: 'nowrap' }}>
      <fieldset aria-label={`${name} actions`}>
        <Text
          aria-hidden
          size="sm"
          tone="muted"
          flexShrink="0"
          width={{ base: 'full', md: '6.5rem' }}
          paddingTop={{ md: '1' }}
        >
          {name}
        </Text>
        <Flex gap="1.5" flexWrap="wrap">
          {actions.map((action) => {
            const pressed = chosen.includes(action);
            const refused = full !== undefined && !pressed;
            return (
              <Box key={action} asChild css={chip}>
                <button
                  type="button"
                  aria-pressed={pressed}
                  aria-disabled={refused || undefined}
                  title={refused ? full : undefined}
                  onClick={() => {
                    if (!refused) onToggle(action);
                  }}
                >
                  {formatAction(action)}
                </button>
              </Box>
            );
          })}
          {more}
        </Flex>
      </fieldset>
    </Flex>
  );
}

/** The look of an action's button. */
export const chip = {
  minHeight: '7',
  paddingInline: '2.5',
  borderWidth: '1px',
  borderColor: 'border.default',
  borderRadius: 'full',
  bg: 'bg.surface',
  fontSize: 'sm',
  color: 'fg.default',
  cursor: 'pointer',
  '&:hover:not([aria-pressed=true])': { bg: 'bg.subtle' },
  '@media (pointer: coarse)': { minWidth: '11', minHeight: '11', paddingInline: '3' },
  '&[aria-pressed=true]': {
    bg: 'brand.solid',
    borderColor: 'brand.solid',
    color: 'brand.contrast',
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '&[aria-disabled=true]': { opacity: '0.55', cursor: 'not-allowed' },
} as const;
