import { Card, Flex, Heading, Stack, Text, type Elements } from '@homie/ui';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  description?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: Elements;
  children?: Elements;
}

/** One subject of the settings. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Card asChild>
      <section aria-label={title}>
        <Stack gap="4">
          <Flex gap="3" flexDirection={{ base: 'column', md: 'row' }} alignItems="flex-start">
            <Stack gap="1" flex="1">
              {/* Gets the focus if a removal leaves no control here; a ring would suggest that it is one. */}
              <Heading as="h2" size="md" tabIndex={-1} outline="none">
                {title}
              </Heading>
              {description && <Text tone="muted">{description}</Text>}
            </Stack>
            {actions}
          </Flex>
          {children}
        </Stack>
      </section>
    </Card>
  );
}
