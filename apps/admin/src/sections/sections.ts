import type { RemoteContribution } from '@homie/composition';

/** A section as the admin area shows it. Without a remote, this environment does not compose it. */
export interface Section {
  id: string;
  label: string;
  path: string;
  /** The remote that renders it. */
  remote: string | undefined;
}

/** This remote's name in the manifest. */
export const OWN_NAME = 'admin';

/** The list of documents to review, in the section of the assistants, which answer from them. */
export const REVIEWS_PATH = '/admin/assistants/documents';

/** The synonyms of searches, in the same section. */
export const SYNONYMS_PATH = '/admin/assistants/synonyms';

/** The product's own sections, in the order of their tabs. */
const PRODUCT_SECTIONS = [
  { id: 'overview', label: 'Overview', path: '/admin' },
  { id: 'assistants', label: 'Assistants', path: '/admin/assistants' },
  { id: 'participants', label: 'Participants', path: '/admin/participants' },
  { id: 'users', label: 'Users', path: '/admin/users' },
  { id: 'audit', label: 'Audit Logs', path: '/admin/audit' },
] as const;

export type ProductSectionId = (typeof PRODUCT_SECTIONS)[number]['id'];

/**
 * Returns the sections to show: the product's own, each with the remote that renders it, then all other
 * contributed ones.
 * @param contributed the sections that this environment composes
 */
export function resolveSections(contributed: readonly RemoteContribution[]): Section[] {
  const composed = contributed.filter(({ path }) => isAdminPath(path));
  const own = PRODUCT_SECTIONS.map((section) => ({
    ...section,
    remote: composed.find(({ id }) => id === section.id)?.remote,
  }));
  const further = composed.filter(
    (section, index) =>
      !own.some(({ id, path }) => id === section.id || path === section.path) &&
      composed.findIndex(({ id }) => id === section.id) === index,
  );
  return [...own, ...further];
}

/** Returns the section that an address belongs to: its own path or anything below it. */
export function sectionAt(sections: readonly Section[], pathname: string): Section | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return sections.find((section) =>
    section.path === '/admin'
      ? path === '/admin'
      : path === section.path || path.startsWith(`${section.path}/`),
  );
}

/** Returns one of the product's own sections. They are always listed, composed or not. */
export function productSection(sections: readonly Section[], id: ProductSectionId): Section {
  const section = sections.find((candidate) => candidate.id === id);
  if (!section) throw new Error(`The admin area has no section '${id}'.`);
  return section;
}

// Contributions are data from a manifest: one that points elsewhere must not become a tab.
function isAdminPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}
