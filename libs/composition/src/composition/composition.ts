import type { Contribution, Contributions } from '../manifest/contributions-schema';
import type { RemoteResolution } from '../manifest/resolve-remotes';

/** A contribution and the remote that brings it. */
export interface RemoteContribution extends Contribution {
  remote: string;
}

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
};

/**
 * The composition that a manifest's resolutions make.
 * @param comingSoon ids of sections that are announced but not open
 */
export function compose(
  resolutions: readonly RemoteResolution[],
  comingSoon: readonly string[],
): Composition {
  const collect = (kind: keyof Contributions): RemoteContribution[] =>
    resolutions.flatMap(({ name, contributions }) =>
      contributions[kind]
        .filter(({ id }) => !comingSoon.includes(id))
        .map((contribution) => ({ ...contribution, remote: name })),
    );
  return {
    status: 'ready',
    remotes: resolutions.map(({ name }) => name),
    resolutions,
    navItems: collect('navItems'),
    adminSections: collect('adminSections'),
    overviewCards: collect('overviewCards'),
    headerActions: collect('headerActions'),
    paletteCommands: collect('paletteCommands'),
    comingSoon,
  };
}
