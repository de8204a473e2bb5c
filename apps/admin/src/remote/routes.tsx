import { useLocation } from '@homie/composition';
import { AdminFrame } from '../features/frame';
import { AdminGate } from '../features/gate';
import { sectionAt, useSections } from '../sections';
import { SectionOutlet } from './section-outlet';

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
