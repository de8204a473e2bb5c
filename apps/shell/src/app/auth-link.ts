/** The purpose of a mailed link with a token hash. */
type MailedLinkType = 'recovery' | 'signup' | 'invite' | 'email_change' | 'magiclink';

/** The credentials in the link of a mail; `name` is that of an invited user, from the fragment. */
export type AuthLink =
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'token-hash'; tokenHash: string; type: MailedLinkType; name?: string }
  | { kind: 'error'; code?: string }
  | { kind: 'none' };

/**
 * Parses the link of a mail. Services differ: the tokens are in the query or in the fragment, or the link has a code or
 * a hash that is exchanged for them.
 * @param search the query with its '?'
 * @param hash the fragment with its '#'
 */
export function readAuthLink(search: string, hash: string): AuthLink {
  const query = new URLSearchParams(search);
  return (
    readTokens(query) ?? readTokens(new URLSearchParams(hash.slice(1))) ?? readOne(query, hash)
  );
}

/** The meaning of `type` in a link with a token hash; Supabase writes `email` for `signup` too. */
const LINK_TYPES: Readonly<Record<string, MailedLinkType>> = {
  recovery: 'recovery',
  signup: 'signup',
  email: 'signup',
  invite: 'invite',
  email_change: 'email_change',
  magiclink: 'magiclink',
};

function readTokens(parameters: URLSearchParams): AuthLink | null {
  const accessToken = parameters.get('access_token');
  const refreshToken = parameters.get('refresh_token');
  return accessToken && refreshToken ? { kind: 'tokens', accessToken, refreshToken } : null;
}

function readOne(query: URLSearchParams, hash: string): AuthLink {
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  const tokenHash = query.get('token_hash');
  const type = LINK_TYPES[query.get('type') ?? ''];
  const fragment = new URLSearchParams(hash.slice(1));
  const name = fragment.get('name');
  if (tokenHash && type) return { kind: 'token-hash', tokenHash, type, ...(name && { name }) };
  const failed = [query, fragment].find((each) => each.has('error'));
  if (!failed) return { kind: 'none' };
  const errorCode = failed.get('error_code');
  return { kind: 'error', ...(errorCode && { code: errorCode }) };
}

const LINK_PATHS = ['/auth/callback', '/auth/reset-password', '/auth/accept-invitation'];

/**
 * Reads the link that opened this page and removes it from the URL, before any request could leak the URL. A token hash
 * is stored in the state of this history entry until it is spent: on phones, the page often reloads when the user
 * returns from the mail app.
 */
export function consumeAuthLink({
  location,
  history,
}: Pick<Window, 'location' | 'history'>): AuthLink {
  const { pathname, search, hash } = location;
  if (!LINK_PATHS.includes(pathname.replace(/\/+$/, ''))) return { kind: 'none' };
  if (!search && !hash) return readStoredLink(history.state);
  const link = readAuthLink(search, hash);
  const stored = link.kind === 'token-hash' ? { authLink: `${search}${hash}` } : {};
  history.replaceState({ ...history.state, ...stored }, '', pathname);
  return link;
}

function readStoredLink(state: unknown): AuthLink {
  const isStored = typeof state === 'object' && state !== null && 'authLink' in state;
  return readAuthLink(isStored ? String(state.authLink) : '', '');
}
