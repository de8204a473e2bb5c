/** What a link in one of our mails carries. */
export type AuthLink =
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'token-hash'; tokenHash: string }
  | { kind: 'error' }
  | { kind: 'none' };

/**
 * Reads a mail's link. Services differ: tokens come in the query or in the fragment, or as a code or
 * a hash that has to be exchanged for them.
 * @param search the query with its '?'
 * @param hash the fragment with its '#'
 */
export function readAuthLink(search: string, hash: string): AuthLink {
  const query = new URLSearchParams(search);
  return (
    readTokens(query) ?? readTokens(new URLSearchParams(hash.slice(1))) ?? readOne(query, hash)
  );
}

function readTokens(parameters: URLSearchParams): AuthLink | null {
  const accessToken = parameters.get('access_token');
  const refreshToken = parameters.get('refresh_token');
  return accessToken && refreshToken ? { kind: 'tokens', accessToken, refreshToken } : null;
}

function readOne(query: URLSearchParams, hash: string): AuthLink {
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  const tokenHash = query.get('token_hash');
  if (tokenHash && query.get('type') === 'recovery') return { kind: 'token-hash', tokenHash };
  const failed = query.has('error') || new URLSearchParams(hash.slice(1)).has('error');
  return { kind: failed ? 'error' : 'none' };
}

const LINK_PATHS = ['/auth/callback', '/auth/reset-password'];

/**
 * Reads the link that opened this page and takes it out of the address and the history, before
 * anything is requested that could pass the address on.
 */
export function takeAuthLink({
  location,
  history,
}: Pick<Window, 'location' | 'history'>): AuthLink {
  const { pathname, search, hash } = location;
  if (!LINK_PATHS.includes(pathname.replace(/\/+$/, ''))) return { kind: 'none' };
  if (search || hash) history.replaceState(history.state, '', pathname);
  return readAuthLink(search, hash);
}
