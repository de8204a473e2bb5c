import { useRemoteOutlet } from '@homie/composition';
import { LoadingState } from '@homie/ui';
import { createElement, lazy, Suspense, type ReactNode } from 'react';
import { NotComposed } from '../features/not-composed';
import { Overview } from '../features/overview';
import { useWhenIdle } from '../loading';
import type { Section } from '../sections';

/** This remote's name in the manifest. */
const OWN_NAME = 'admin';

const loadAssistants = async () => {
  const { AssistantsScreen: component } = await import('../features/assistants');
  return { default: component };
};
const loadParticipants = async () => {
  const { ParticipantsScreen: component } = await import('../features/participants');
  return { default: component };
};
const loadUsers = async () => {
  const { UsersScreen: component } = await import('../features/users');
  return { default: component };
};

// Screens with code of their own: the open one comes first, the others when there is time.
const AssistantsScreen = lazy(loadAssistants);
const ParticipantsScreen = lazy(loadParticipants);
const UsersScreen = lazy(loadUsers);

/** The screens that this remote draws itself, by section. */
const ownScreens: Record<string, (sections: readonly Section[]) => ReactNode> = {
  overview: (sections) => <Overview sections={sections} />,
  assistants: () => <AssistantsScreen />,
  participants: () => <ParticipantsScreen />,
  users: () => <UsersScreen />,
};

interface SectionOutletProps {
  sections: readonly Section[];
  active: Section | undefined;
}

/** Draws the active section: this remote's own screen, another remote's, or that it is not composed. */
export function SectionOutlet({ sections, active }: SectionOutletProps) {
  const outlet = useRemoteOutlet();
  useWhenIdle(loadAssistants, loadParticipants, loadUsers);
  // Only addresses of sections are routed here; the shell answers all others.
  if (!active) return null;
  if (active.remote !== undefined && active.remote !== OWN_NAME) {
    // Not JSX: the shell supplies the component, and the linter takes it for one made here.
    return createElement(outlet, { key: active.id, name: active.remote });
  }
  const draw = active.remote === OWN_NAME ? ownScreens[active.id] : undefined;
  if (!draw) return <NotComposed label={active.label} />;
  return <Suspense fallback={<LoadingState label="Loading..." />}>{draw(sections)}</Suspense>;
}
