import { Box, Code, Flex } from '@homie/ui';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

/** Renders a section of the document with its facts. */
export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" paddingBlock="4" borderTopWidth="1px" borderColor="border.subtle">
      <Box as="h3" fontSize="sm" fontWeight="semibold" mb="2">
        {title}
      </Box>
      <Box as="dl" fontSize="sm">
        {children}
      </Box>
    </Box>
  );
}

interface FactProps {
  name: string;
  /** Null where there is none. */
  value: ReactNode;
  /** The text to copy and its label. */
  copy?: { label: string; text: string | null };
  mono?: boolean;
}

/** Renders a fact: its name, its value, and a button to copy it. */
export function Fact({ name, value, copy, mono = false }: FactProps) {
  return (
    <Flex gap="3" alignItems="center" minHeight="8">
      <Box as="dt" color="fg.muted" width="5.5rem" flexShrink="0">
        {name}
      </Box>
      <Flex as="dd" flex="1" minWidth="0" gap="1" alignItems="center" overflowWrap="anywhere">
        <Box minWidth="0">{mono && value !== null ? <Code>{value}</Code> : (value ?? '-')}</Box>
        {copy && copy.text !== null && <CopyButton label={copy.label} text={copy.text} />}
      </Flex>
    </Flex>
  );
}
