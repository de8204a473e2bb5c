import { createStore, useStore, type ResolvedRemote } from '@homie/composition';
import { List, ListItem, Text } from '@homie/ui';
import { withDeadline } from '../deadline';

/** Notes shown at most, of all releases together. */
const MAX_NOTES = 3;
/** An offer is not delayed longer than this by its notes, in milliseconds. */
const DEADLINE_MILLISECONDS = 3_000;

/** A release that this page would run instead of the one that it has loaded. */
export interface NewRelease extends ResolvedRemote {
  /** Version of the release that the page has loaded. */
  replaces: string;
}

const shownNotes = createStore<readonly string[]>([]);

/**
 * Loads the notes that {@link ReleaseNotes} shows, of releases with a higher version. Their source is the
 * `integrity.json` of each release, whose hash in the manifest the browser verifies. A release whose notes cannot be
 * read has none.
 */
export async function loadNotes(releases: readonly NewRelease[]): Promise<void> {
  const upgrades = releases.filter(({ version, replaces }) => isHigher(version, replaces));
  const notes = await withDeadline(
    Promise.all(upgrades.map(readNotes)),
    DEADLINE_MILLISECONDS,
    () => new Error('late'),
  ).catch(() => []);
  shownNotes.setState([...new Set(notes.flat())].slice(0, MAX_NOTES));
}

async function readNotes({ entry, integrity }: NewRelease): Promise<readonly string[]> {
  try {
    const { readReleaseList } = await import('../integrity/release-scripts');
    const folder = new URL('.', new URL(entry, window.location.origin)).href;
    const { list } = await readReleaseList(folder, integrity);
    return list.notes ?? [];
  } catch {
    return [];
  }
}

/** Compares versions such as `2.10.0-1a2b3c4d` without the hash at their end: a repeated release has nothing new. */
function isHigher(version: string, other: string): boolean {
  const [number = '', otherNumber = ''] = [version, other].map((text) => text.replace(/-.*/, ''));
  return number.localeCompare(otherNumber, 'en', { numeric: true }) > 0;
}

/** Shows the release notes as plain text; nothing without notes. */
export function ReleaseNotes() {
  const notes = useStore(shownNotes);
  if (notes.length === 0) return null;
  return (
    <>
      <Text size="sm" fontWeight="medium" marginTop="2">
        What’s new
      </Text>
      <List display="grid" gap="1" marginTop="1">
        {notes.map((note) => (
          <ListItem key={note} display="list-item" listStyleType="disc" marginStart="4">
            <Text size="sm">{note}</Text>
          </ListItem>
        ))}
      </List>
    </>
  );
}
