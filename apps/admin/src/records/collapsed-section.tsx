import { Box, type Elements } from '@homie/ui';
import { useState } from 'react';

interface CollapsedSectionProps {
  label: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  /** Renders the content only while the section is open, if rendering requests data. */
  lazy?: boolean;
  children: Elements;
}

/** A section at the end of a form or a record, below a line, which users open. */
export function CollapsedSection({ label, isOpen = false, lazy, children }: CollapsedSectionProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <Box asChild borderTopWidth="1px" borderColor="border.subtle" paddingTop="3">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Box
          as="summary"
          cursor="pointer"
          fontWeight="medium"
          paddingBlock="1.5"
          css={{ '@media (pointer: coarse)': { paddingBlock: '2.5' } }}
        >
          {label}
        </Box>
        {(open || !lazy) && children}
      </details>
    </Box>
  );
}
