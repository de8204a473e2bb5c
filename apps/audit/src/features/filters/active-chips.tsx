import { Box, Flex, Span, VisuallyHidden } from '@homie/ui';
import { IconRemove } from '@homie/widgets';
import { useRef } from 'react';
import { formatAction } from '../../entries/model/format-action';
import { useNames } from './search-line/use-names';
import type { AuditControl } from '../../state/use-audit-state';
import { chip } from './action-group';
import { activeFilters } from './model/active-filters';

/** The filters that are set, each removed by pressing its chip. */
export function ActiveChips({ state, change }: Pick<AuditControl, 'state' | 'change'>) {
  const { nameOf } = useNames(state);
  const group = useRef<HTMLFieldSetElement>(null);
  const filters = activeFilters(state, { nameOf, formatAction });
  return (
    <Flex asChild gap="1.5" flexWrap="wrap" minWidth="0">
      <fieldset ref={group} aria-label="Active filters" tabIndex={-1}>
        {filters.map(({ key, text, without }) => (
          <Box key={key} asChild css={{ ...chip, ...removable }}>
            <button
              type="button"
              title={text}
              onClick={() => {
                // The pressed button disappears; the focus stays with the other chips.
                group.current?.focus();
                change(without);
              }}
            >
              <VisuallyHidden>Remove filter </VisuallyHidden>
              <Span truncate>{text}</Span>
              <IconRemove size={14} />
            </button>
          </Box>
        ))}
      </fieldset>
    </Flex>
  );
}

const removable = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  maxWidth: '20rem',
} as const;
