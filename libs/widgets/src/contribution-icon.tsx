import type { Contribution } from '@homie/composition';
import {
  IconFile,
  IconMessage,
  IconPerson,
  IconSettings,
  IconShield,
  IconSparkle,
  IconUsers,
  type IconProps,
} from '@homie/ui';
import type { ComponentType } from 'react';
import { IconActivity, IconChart, IconHistory, IconHome, IconOverview } from './icons.ts';

const DRAWINGS: Record<NonNullable<Contribution['icon']>, ComponentType<IconProps>> = {
  activity: IconActivity,
  assistant: IconSparkle,
  audit: IconHistory,
  chart: IconChart,
  chat: IconMessage,
  document: IconFile,
  home: IconHome,
  overview: IconOverview,
  participant: IconPerson,
  settings: IconSettings,
  shield: IconShield,
  users: IconUsers,
};

/** The icon that a contribution names; a page if it names none. */
export function ContributionIcon({ name, ...rest }: IconProps & { name: Contribution['icon'] }) {
  const Drawing = name ? DRAWINGS[name] : IconFile;
  return <Drawing {...rest} />;
}
