import { Link, usePreloadRemote } from '@homie/composition';
import { LinkTabs } from '@homie/ui';
import type { Section } from '../../sections/sections';

interface SectionTabsProps {
  sections: readonly Section[];
  active: Section | undefined;
}

/** The sections as links. One that this environment does not compose is listed and leads nowhere. */
export function SectionTabs({ sections, active }: SectionTabsProps) {
  const preload = usePreloadRemote();
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
      renderLink={({ href, ...rest }) => {
        const remote = sections.find(({ path }) => path === href)?.remote;
        const load = () => remote !== undefined && preload(remote);
        return <Link to={href} onMouseEnter={load} onFocus={load} {...rest} />;
      }}
    />
  );
}
