import { Link } from '@homie/composition';
import { Container, IconArrowLeft, TextLink, LinkTabs } from '@homie/ui';
import { FadedEdges, useIntent } from '@homie/widgets';
import type { ReactNode } from 'react';
import type { Section } from '../sections/sections';
import { usePrefetchSection } from '../sections/use-prefetch-section';

interface SectionTabsProps {
  sections: readonly Section[];
  active: Section | undefined;
}

/** The sections as links. One that this environment does not compose is listed and leads nowhere. */
function SectionTabs({ sections, active }: SectionTabsProps) {
  const prefetch = usePrefetchSection();
  const intent = useIntent(({ target }) => {
    const href = target instanceof Element && target.closest('a')?.getAttribute('href');
    const section = sections.find(({ path }) => path === href);
    if (section && section !== active) prefetch(section);
  });
  return (
    <LinkTabs
      label="Administration"
      items={sections.map(({ id, label, path, remote }) => ({
        id,
        label,
        href: path,
        active: id === active?.id,
        ...(remote === undefined ? { disabled: true, badge: 'Soon' } : {}),
      }))}
      renderLink={({ href, ...rest }) => <Link to={href} {...intent} {...rest} />}
    />
  );
}

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
        <FadedEdges>
          <SectionTabs sections={sections} active={active} />
        </FadedEdges>
      </Container>
      {children}
    </>
  );
}
