import { Link } from '@homie/composition';
import { Container, IconArrowLeft, TextLink } from '@homie/ui';
import type { ReactNode } from 'react';
import type { Section } from '../../sections/sections';
import { SectionTabs } from './section-tabs';

interface AdminFrameProps {
  sections: readonly Section[];
  active: Section | undefined;
  children: ReactNode;
}

/** Renders the layout of all sections: the back link and the tabs. */
export function AdminFrame({ sections, active, children }: AdminFrameProps) {
  return (
    <>
      <Container paddingTop="4" size={active?.isWide ? 'full' : 'page'}>
        <TextLink
          asChild
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          minHeight="8"
          css={{ '@media (pointer: coarse)': { minHeight: '11' } }}
          fontSize="sm"
          textDecoration="none"
          _hover={{ textDecoration: 'underline' }}
        >
          <Link to="/app">
            <IconArrowLeft size={16} />
            Back to App
          </Link>
        </TextLink>
        <SectionTabs sections={sections} active={active} />
      </Container>
      {children}
    </>
  );
}
