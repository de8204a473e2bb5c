import { Navigate, useLocation, useContributions } from '@homie/composition';
import { useContext } from 'react';
import { EditorContext } from '../data/admin-api';
import { AdminFrame } from '../features/admin-frame';
import { NOT_ADMIN_MESSAGE } from '../features/gate/access-decision';
import { AccessDenied } from '../features/gate/access-denied';
import { AdminGate } from '../features/gate/admin-gate';
import { sectionAt, resolveSections, type Section } from '../sections/sections';
import { SectionOutlet } from './section-outlet';

/** The sections of the admin area in this environment. */
function useSections(): Section[] {
  return resolveSections(useContributions('adminSections'));
}

/** The admin area, for the shell's route `/admin/*`. */
export default function AdminRoutes() {
  return (
    <AdminGate>
      <AdminSections />
    </AdminGate>
  );
}

/** All sections but the documents for administrators, who manage those of each record; the documents alone for editors. */
function AdminSections() {
  const all = useSections();
  const isEditor = useContext(EditorContext);
  const { pathname } = useLocation();
  const active = sectionAt(all, pathname);
  const isDocuments = active?.id === 'documents';
  if (isEditor && active?.id === 'overview') return <Navigate to="/admin/documents" replace />;
  if (isEditor && !isDocuments) return <AccessDenied message={NOT_ADMIN_MESSAGE} />;
  if (!isEditor && isDocuments) return <Navigate to="/admin/assistants" replace />;
  const sections = all.filter(({ id }) => (id === 'documents') === isEditor);
  return (
    <AdminFrame sections={sections} active={active}>
      <SectionOutlet sections={sections} active={active} />
    </AdminFrame>
  );
}
