import { Box, Button, Flex, IconX, Text } from '@homie/ui';
import type { ReactNode } from 'react';

/** Props of {@link FilterBar}. */
export interface FilterBarProps {
  /** The filtered list, for screen readers, e.g. 'Filter participants'. */
  label: string;
  /** The number of active filters. */
  active: number;
  onClear: () => void;
  /** The result count, e.g. '12 participants'; announced when it changes. */
  found?: string | undefined;
  /** Search fields and selects; each uses the space it needs. */
  children: ReactNode;
}

/** The filters of a list in one line; on phones below each other. */
export function FilterBar({ label, active, onClear, found, children }: FilterBarProps) {
  return (
    <Flex asChild alignItems="center" flexWrap="wrap" gap="3" mb="4">
      <search aria-label={label}>
        {children}
        <Flex
          alignItems="center"
          gap="2"
          marginInlineStart={{ md: 'auto' }}
          width={{ base: 'full', md: 'auto' }}
          minHeight="8"
        >
          <Text asChild size="sm" tone="muted" fontVariantNumeric="tabular-nums">
            <output>{found}</output>
          </Text>
          <Box marginInlineStart="auto">
            {active > 0 && (
              <Button variant="ghost" size="sm" onClick={onClear}>
                <IconX size={16} />
                Clear {active === 1 ? '1 filter' : `${active} filters`}
              </Button>
            )}
          </Box>
        </Flex>
      </search>
    </Flex>
  );
}
