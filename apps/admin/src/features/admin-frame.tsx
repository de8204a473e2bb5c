import { Link } from '@homie/composition';
import { Container, LinkTabs, type Elements } from '@homie/ui';
import { BackToApp, FadedEdges, useIntent } from '@homie/widgets';
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
  children: Elements;
}

/** Renders the layout of all sections: the back link and the tabs. */
export function AdminFrame({ sections, active, children }: AdminFrameProps) {
  return (
    <>
      <Container paddingTop="4" size="page">
        <BackToApp />
        <FadedEdges>
          <SectionTabs sections={sections} active={active} />
        </FadedEdges>
      </Container>
      {children}
    </>
  );
}
