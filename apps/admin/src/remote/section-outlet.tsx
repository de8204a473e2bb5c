import { useRemoteOutlet } from '@homie/composition';
import { createElement, type ReactNode } from 'react';
import { NotComposed } from '../features/not-composed';
import { Overview } from '../features/overview';
import type { Section } from '../sections';

/** This remote's name in the manifest. */
const OWN_NAME = 'admin';

/** The screens that this remote draws itself, by section. */
const ownScreens: Record<string, (sections: readonly Section[]) => ReactNode> = {
  overview: (sections) => <Overview sections={sections} />,
};

interface SectionOutletProps {
  sections: readonly Section[];
  active: Section | undefined;
}

/** Draws the active section: this remote's own screen, another remote's, or that it is not composed. */
export function SectionOutlet({ sections, active }: SectionOutletProps) {
  const outlet = useRemoteOutlet();
  // Only addresses of sections are routed here; the shell answers all others.
  if (!active) return null;
  if (active.remote !== undefined && active.remote !== OWN_NAME) {
    // Not JSX: the shell supplies the component, and the linter takes it for one made here.
    return createElement(outlet, { key: active.id, name: active.remote });
  }
  const draw = active.remote === OWN_NAME ? ownScreens[active.id] : undefined;
  return draw ? draw(sections) : <NotComposed label={active.label} />;
}
