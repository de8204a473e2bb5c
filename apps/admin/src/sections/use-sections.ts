import { useContributions } from '@homie/composition';
import { resolveSections, type Section } from './sections';

/** The sections of the admin area in this environment. */
export function useSections(): Section[] {
  return resolveSections(useContributions('adminSections'));
}
