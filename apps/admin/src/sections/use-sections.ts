import { useComposition } from '@homie/composition';
import { useMemo } from 'react';
import { resolveSections, type Section } from './model/sections';

/** The sections of the admin area in this environment. */
export function useSections(): Section[] {
  const { adminSections } = useComposition();
  return useMemo(() => resolveSections(adminSections), [adminSections]);
}
