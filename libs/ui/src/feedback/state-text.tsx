import type { ReactNode } from 'react';
import { Heading, Text } from '../layout/text.ts';

/** Props of {@link StateText}. */
export interface StateTextProps {
  title: string;
  description?: ReactNode;
  headingAs?: 'h1' | 'h2' | 'h3';
}

/** The heading and the sentence of a panel in place of content. */
export function StateText({ title, description, headingAs = 'h2' }: StateTextProps) {
  return (
    <>
      <Heading as={headingAs} size="md">
        {title}
      </Heading>
      {description && (
        <Text tone="muted" maxWidth="form" textWrap="balance">
          {description}
        </Text>
      )}
    </>
  );
}
