import { Box, Button, Flex, IconX, Text, type Elements } from '@homie/ui';
import { Children, useId, useState } from 'react';
import { IconFilter } from '../icons.ts';

/** Props of {@link FilterBar}. */
export interface FilterBarProps {
  /** The filtered list, for screen readers, e.g. 'Filter participants'. */
  label: string;
  /** The number of active filters. */
  active: number;
  onClear: () => void;
  /** The result count, e.g. '12 participants'; announced when it changes. */
  found?: string | undefined;
  /** The search field. */
  search: Elements;
  /** Selects and pickers; each uses the space it needs. */
  children?: Elements;
}

/** The filters of a list in one line. On phones a button shows those besides the search field, so that the list is in view. */
export function FilterBar({ label, active, onClear, found, search, children }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasChoices = Children.count(children) > 0;
  const id = useId();
  return (
    <Flex asChild alignItems="center" flexWrap="wrap" gap="3" mb="4">
      <search aria-label={label}>
        {search}
        {hasChoices && (
          <>
            <Button
              variant="outline"
              size="sm"
              display={{ base: 'inline-flex', md: 'none' }}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconFilter size={16} />
              <span>Filters</span>
            </Button>
            <Box id={id} display={{ base: isOpen ? 'contents' : 'none', md: 'contents' }}>
              {children}
            </Box>
          </>
        )}
        <Flex
          alignItems="center"
          gap="2"
          marginInlineStart={{ md: 'auto' }}
          width={{ base: isOpen || !hasChoices ? 'full' : 'auto', md: 'auto' }}
          flexGrow={{ base: '1', md: '0' }}
          minHeight="8"
        >
          <Text asChild size="sm" tone="muted" fontVariantNumeric="tabular-nums">
            <output>{found}</output>
          </Text>
          <Box marginInlineStart="auto">
            {active > 0 && (
              <Button variant="ghost" size="sm" onClick={onClear}>
                <IconX size={16} />
                <span>{active === 1 ? 'Clear 1 filter' : `Clear ${active} filters`}</span>
              </Button>
            )}
          </Box>
        </Flex>
      </search>
    </Flex>
  );
}
