import type { OrganisationDocument } from '@homie/api-client';

interface DocumentState {
  badge?: { text: string; tone: 'info' | 'danger' };
  /** Sentences about what failed, or what was not read. */
  lines: string[];
}

/** Describes the state of a document's latest version, and which version is used until it was read. */
export function describeState({
  versions,
  archived,
}: Pick<OrganisationDocument, 'versions' | 'archived'>): DocumentState {
  const [latest, ...earlier] = versions;
  if (!latest) return { lines: [] };
  const used = latest.is_searchable ? latest : earlier.find((version) => version.is_searchable);
  const stillUsed =
    used === undefined
      ? []
      : [
          used === latest
            ? 'The text read before is still used.'
            : `Version ${used.number} is still used.`,
        ];
  switch (latest.status) {
    case 'waiting':
      return { badge: { text: 'Waiting', tone: 'info' }, lines: stillUsed };
    case 'reading':
      return { badge: { text: `Reading ${latest.progress}%`, tone: 'info' }, lines: stillUsed };
    case 'failed':
      return {
        badge: { text: 'Not read', tone: 'danger' },
        lines: [...(latest.problem === null ? [] : [latest.problem]), ...stillUsed],
      };
    case 'ready':
      // Words find it already; its meaning is indexed in the background.
      return latest.indexed === null || archived
        ? { lines: latest.remarks }
        : {
            badge: { text: `Indexing ${latest.indexed}%`, tone: 'info' },
            lines: latest.remarks,
          };
  }
}
