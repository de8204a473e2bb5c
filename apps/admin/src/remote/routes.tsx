import { useLocation, useContributions } from '@homie/composition';
import { AdminFrame } from '../features/admin-frame';
import { AdminGate } from '../features/gate/admin-gate';
import { sectionAt, resolveSections, type Section } from '../sections/sections';
import { SectionOutlet } from './section-outlet';

/** The sections of the admin area in this environment. */
function useSections(): Section[] {
  return resolveSections(useContributions('adminSections'));
}

/** The admin area, for the shell's route `/admin/*`. */
export default function AdminRoutes() {
  const sections = useSections();
  const { pathname } = useLocation();
  const active = sectionAt(sections, pathname);
  return (
    <AdminGate>
      <AdminFrame sections={sections} active={active}>
        <SectionOutlet sections={sections} active={active} />
      </AdminFrame>
    </AdminGate>
  );
}
