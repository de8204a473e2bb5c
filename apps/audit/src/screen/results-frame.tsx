import { Center } from '@homie/ui';
import type { ReactNode } from 'react';

/** Renders a frame instead of the table. */
export function ResultsFrame({ children }: { children: ReactNode }) {
  return (
    <Center
      minHeight="80"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.subtle"
      borderRadius="lg"
    >
      {children}
    </Center>
  );
}
