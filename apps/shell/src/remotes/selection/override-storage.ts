const PREFIX = 'homie-override.';

/** Returns the local storage key of this browser's override of a remote. */
export function overrideKey(remote: string): string {
  return PREFIX + remote;
}

/** Returns whether this browser stores an override of the remote; `activeOverride` decides whether it is valid. */
export function hasOverride(remote: string): boolean {
  try {
    return window.localStorage.getItem(overrideKey(remote)) !== null;
  } catch {
    return false;
  }
}

/** Removes all overrides and reloads the page. */
export function resetOverrides(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(PREFIX)) window.localStorage.removeItem(key);
  }
  window.location.reload();
}

/** Removes a proposed override, `?override=…`, from the page's address. Returns the query that contained it. */
export function consumeOverrideLink(): string | null {
  const { search, href } = window.location;
  const address = new URL(href);
  if (!address.searchParams.has('override')) return null;
  address.searchParams.delete('override');
  window.history.replaceState(window.history.state, '', address);
  return search;
}
