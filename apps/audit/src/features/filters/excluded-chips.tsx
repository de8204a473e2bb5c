import { Box, Flex, Span, Text, VisuallyHidden } from '@homie/ui';
import { IconRemove } from '@homie/widgets';
import { useRef } from 'react';
import { actionWords } from '../../entries';
import { useNames } from '../../grammar';
import type { AuditControl } from '../../state';
import { chip } from './action-group';
import { excludedTerms } from './model/excluded-terms';

/** What is left out of the entries, which is typed in the search line; each is taken back by a press. */
export function ExcludedChips({ state, change }: Pick<AuditControl, 'state' | 'change'>) {
  const { nameOf } = useNames(state);
  const box = useRef<HTMLFieldSetElement>(null);
  const terms = excludedTerms(state.not, { nameOf, actionWords });
  if (terms.length === 0) return null;
  return (
    <Flex asChild gap={{ base: '1.5', md: '3' }} flexWrap={{ base: 'wrap', md: 'nowrap' }}>
      <fieldset ref={box} aria-label="Left out" tabIndex={-1}>
        <Text
          aria-hidden
          size="sm"
          tone="muted"
          flexShrink="0"
          width={{ base: 'full', md: '6.5rem' }}
          paddingTop={{ md: '1' }}
        >
          Left out
        </Text>
        <Flex gap="1.5" flexWrap="wrap" minWidth="0">
          {terms.map(({ key, text, without }) => (
            <Box key={key} asChild css={{ ...chip, ...removable }}>
              <button
                type="button"
                onClick={() => {
                  // The button goes; who pressed it by keyboard stays here while there are others.
                  box.current?.focus();
                  change({ not: without });
                }}
              >
                <VisuallyHidden>Stop leaving out </VisuallyHidden>
                <Span truncate>{text}</Span>
                <IconRemove size={14} />
              </button>
            </Box>
          ))}
        </Flex>
      </fieldset>
    </Flex>
  );
}

const removable = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  maxWidth: 'full',
} as const;
