const PREFIX = 'homie-override.';

/** The name in local storage for what this browser runs in place of a remote. */
export function overrideKey(remote: string): string {
  return PREFIX + remote;
}

/** Whether this browser keeps an override of the remote; whether it counts is decided elsewhere. */
export function hasOverride(remote: string): boolean {
  try {
    return window.localStorage.getItem(overrideKey(remote)) !== null;
  } catch {
    return false;
  }
}

/** Runs the environment's own versions again: forgets all overrides and loads the page anew. */
export function resetOverrides(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(PREFIX)) window.localStorage.removeItem(key);
  }
  window.location.reload();
}

/** Takes the proposal of an override, `?override=…`, out of the page's address. Returns the query that it was in. */
export function takeOverrideLink(): string | null {
  const { search, href } = window.location;
  const address = new URL(href);
  if (!address.searchParams.has('override')) return null;
  address.searchParams.delete('override');
  window.history.replaceState(window.history.state, '', address);
  return search;
}
