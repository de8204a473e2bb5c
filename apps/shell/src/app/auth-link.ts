/** The purposes of a mailed link with a token hash. */
const LINK_TYPES = ['recovery', 'signup', 'invite', 'email_change', 'magiclink'] as const;

/** The credentials in the link of a mail; `name` is that of an invited user, from the fragment. */
export type AuthLink =
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | {
      kind: 'token-hash';
      tokenHash: string;
      type: (typeof LINK_TYPES)[number];
      name: string | undefined;
    }
  | { kind: 'error'; code?: string | undefined }
  | { kind: 'none' };

/**
 * Parses the link of a mail. Services differ: the tokens are in the query or in the fragment, or the link has a code or
 * a hash that is exchanged for them.
 * @param search the query with its '?'
 * @param hash the fragment with its '#'
 */
export function readAuthLink(search: string, hash: string): AuthLink {
  const { access_token, refresh_token, code, token_hash, type, name, error, error_code } =
    Object.fromEntries(new URLSearchParams(`${search}&${hash.slice(1)}`));
  if (access_token && refresh_token)
    return { kind: 'tokens', accessToken: access_token, refreshToken: refresh_token };
  if (code) return { kind: 'code', code };
  // Supabase writes `email` for `signup` too.
  const linkType = type === 'email' ? 'signup' : LINK_TYPES.find((each) => each === type);
  if (token_hash && linkType)
    return { kind: 'token-hash', tokenHash: token_hash, type: linkType, name };
  return error === undefined ? { kind: 'none' } : { kind: 'error', code: error_code };
}

const LINK_PATH = /^\/auth\/(callback|reset-password|accept-invitation)\/*$/;

/**
 * Reads the link that opened this page and removes it from the URL, before any request could leak the URL. A token hash
 * is stored in the state of this history entry until it is spent: on phones, the page often reloads when the user
 * returns from the mail app. `NewPasswordFields` read the address of the account there.
 */
export function consumeAuthLink({
  location,
  history,
}: Pick<Window, 'location' | 'history'>): AuthLink {
  const { pathname, search, hash } = location;
  if (!LINK_PATH.test(pathname)) return { kind: 'none' };
  if (!search && !hash) return readStoredLink(history.state);
  const authLink = `${search}&${hash.slice(1)}`;
  const link = readAuthLink(authLink, '');
  const stored = link.kind === 'token-hash' && { authLink };
  history.replaceState({ ...history.state, ...stored }, '', pathname);
  return link;
}

function readStoredLink(state: unknown): AuthLink {
  const isStored = typeof state === 'object' && state !== null && 'authLink' in state;
  return readAuthLink(isStored ? String(state.authLink) : '', '');
}
