import type { Contributions, RemoteContribution } from '../manifest/contributions-schema';
import type { RemoteResolution } from '../manifest/resolve-remotes';
import {
  grantAddresses,
  type ProductAddress,
  type RefusedAddress,
  type RemoteAddress,
} from './addresses';

/** What an environment is composed of, as far as screens need to know. */
export interface Composition {
  /** `failed`: the manifest could not be read and no earlier one is known. */
  status: 'loading' | 'ready' | 'failed';
  remotes: readonly string[];
  /** What this page runs of each remote, as far as is known. */
  resolutions: readonly RemoteResolution[];
  navItems: readonly RemoteContribution[];
  /** The sections of the administration that are open; one that is coming soon is not among them. */
  adminSections: readonly RemoteContribution[];
  overviewCards: readonly RemoteContribution[];
  headerActions: readonly RemoteContribution[];
  paletteCommands: readonly RemoteContribution[];
  comingSoon: readonly string[];
  /** Where further screens of remotes are: neither the chat nor inside the administration. */
  addresses: readonly RemoteAddress[];
  /** What was not granted. Nothing that leads there is listed. */
  refused: readonly RefusedAddress[];
}

/** Before the manifest is read. */
export const EMPTY_COMPOSITION: Composition = {
  status: 'loading',
  remotes: [],
  resolutions: [],
  navItems: [],
  adminSections: [],
  overviewCards: [],
  headerActions: [],
  paletteCommands: [],
  comingSoon: [],
  addresses: [],
  refused: [],
};

/**
 * The composition that a manifest's resolutions make.
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
  const sections = collect('adminSections').map(withoutSlash).filter(isInAdministration);
  // A link into the administration is no area: what is drawn there is a section.
  const areas = navItems.filter((item) => !isInAdministration(item));
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
