import type { Elements } from '../elements.ts';
import type { ReactNode } from 'react';
import { Box } from './box.ts';
import { Container } from './container.ts';
import { Flex } from './flex.ts';
import { Heading, Text } from './text.ts';

/** Props of {@link Page}. */
export interface PageProps {
  /** Shown as the page's only h1. */
  title: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  size?: 'form' | 'sheet' | 'page' | 'full';
  children?: Elements;
}

/** A screen's content: its title, its actions, and the content below, at a readable width. */
export function Page({ title, description, actions, size = 'page', children }: PageProps) {
  return (
    <Container size={size} paddingBlock={{ base: '5', md: '8' }}>
      <Flex flexWrap="wrap" alignItems="flex-end" justifyContent="space-between" gap="4" mb="6">
        <Box minWidth="0">
          <Heading as="h1" size="xl">
            {title}
          </Heading>
          {description && (
            <Text tone="muted" mt="1">
              {description}
            </Text>
          )}
        </Box>
        {actions && (
          <Flex gap="2" flexWrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Container>
  );
}
