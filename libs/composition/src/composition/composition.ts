import type { Contributions, RemoteContribution } from '../manifest/contributions-schema';
import type { RemoteResolution } from '../manifest/resolve-remotes';
import {
  grantAddresses,
  type ProductAddress,
  type RefusedAddress,
  type RemoteAddress,
} from './addresses';

/** The composition of an environment, as far as screens need it. */
export interface Composition {
  /** `failed`: the manifest could not be read and no earlier one is known. */
  status: 'loading' | 'ready' | 'failed';
  remotes: readonly string[];
  /** The release of each remote that this page runs, as far as it is known. */
  resolutions: readonly RemoteResolution[];
  navItems: readonly RemoteContribution[];
  /** The sections of the administration that are open; one that is coming soon is not among them. */
  adminSections: readonly RemoteContribution[];
  overviewCards: readonly RemoteContribution[];
  headerActions: readonly RemoteContribution[];
  userMenuItems: readonly RemoteContribution[];
  paletteCommands: readonly RemoteContribution[];
  comingSoon: readonly string[];
  /** The addresses of further screens of remotes: neither the chat nor inside the administration. */
  addresses: readonly RemoteAddress[];
  /** The addresses that were not granted. Links to them are not listed. */
  refused: readonly RefusedAddress[];
}

/** The composition before the manifest is read. */
export const EMPTY_COMPOSITION: Composition = {
  status: 'loading',
  remotes: [],
  resolutions: [],
  navItems: [],
  adminSections: [],
  overviewCards: [],
  headerActions: [],
  userMenuItems: [],
  paletteCommands: [],
  comingSoon: [],
  addresses: [],
  refused: [],
};

/**
 * Returns the composition of a manifest's resolutions.
 * @param comingSoon ids of sections that are announced but not open
 * @param product the addresses of the product's own screens
 */
export function compose(
  resolutions: readonly RemoteResolution[],
  comingSoon: readonly string[],
  product: readonly ProductAddress[],
): Composition {
  const collect = (kind: keyof Contributions): RemoteContribution[] =>
    resolutions.flatMap(({ name, contributions }) =>
      contributions[kind]
        .filter(({ id }) => !comingSoon.includes(id))
        .map((contribution) => ({ ...contribution, remote: name })),
    );
  const navItems = collect('navItems').map(withoutSlash);
  const userMenuItems = collect('userMenuItems').map(withoutSlash);
  const sections = collect('adminSections').map(withoutSlash).filter(isInAdministration);
  // A link into the administration is no area: its target is rendered as a section.
  const areas = [...navItems, ...userMenuItems].filter((item) => !isInAdministration(item));
  const { granted, refused } = grantAddresses([...areas, ...sections], product);
  const isGranted = ({ path, remote }: RemoteContribution) =>
    !refused.some((address) => address.path === path && address.remote === remote);
  return {
    status: 'ready',
    remotes: resolutions.map(({ name }) => name),
    resolutions,
    navItems: navItems.filter(isGranted),
    adminSections: sections.filter(isGranted),
    overviewCards: collect('overviewCards'),
    headerActions: collect('headerActions'),
    userMenuItems: userMenuItems.filter(isGranted),
    paletteCommands: collect('paletteCommands'),
    comingSoon,
    addresses: granted.filter((address) => address.path !== '/app' && !isInAdministration(address)),
    refused,
  };
}

function isInAdministration({ path }: { path: string }): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}

function withoutSlash(contribution: RemoteContribution): RemoteContribution {
  return { ...contribution, path: contribution.path.replace(/(?<=.)\/+$/, '') };
}
