import { useSession } from '@homie/auth';
import { jsonSchema, persistedMap, useStore } from '@homie/composition';

const schema = jsonSchema<readonly string[]>(
  (json) => (Array.isArray(json) ? json.filter((id): id is string => typeof id === 'string') : []),
  (ids) => ids.length === 0,
);

/** By user, in this browser. Not under a `personalKey`: pins have no personal data, and stay after signing out. */
const pins = persistedMap('homie.pinned-assistants.', schema);

/** Returns the ids of the assistants that the user pinned, and a function that pins or unpins one. */
export function usePinnedAssistants(): [readonly string[], (id: string) => void] {
  const userId = useSession()?.user.id ?? '';
  const pinned = useStore(pins, () => pins.get(userId));
  const toggle = (id: string) =>
    void pins.set(
      userId,
      pinned.includes(id) ? pinned.filter((each) => each !== id) : [...pinned, id],
    );
  return [pinned, toggle];
}
