import { describe, expect, test } from 'vitest';
import { readAuthLink, consumeAuthLink } from './auth-link';

describe("a mail's link", () => {
  test('carries both tokens in the query', () => {
    expect(readAuthLink('?access_token=a&refresh_token=r&type=recovery', '')).toEqual({
      kind: 'tokens',
      accessToken: 'a',
      refreshToken: 'r',
    });
  });

  test('carries both tokens in the fragment', () => {
    expect(readAuthLink('', '#access_token=a&refresh_token=r')).toMatchObject({ kind: 'tokens' });
  });

  test('carries a code', () => {
    expect(readAuthLink('?code=c', '')).toEqual({ kind: 'code', code: 'c' });
  });

  test('carries a hash that is good for recovery or sign-up only', () => {
    expect(readAuthLink('?token_hash=h&type=recovery', '')).toEqual({
      kind: 'token-hash',
      tokenHash: 'h',
      type: 'recovery',
    });
    for (const type of ['signup', 'email'])
      expect(readAuthLink(`?token_hash=h&type=${type}`, '')).toMatchObject({ type: 'signup' });
    for (const type of ['email_change', 'magiclink'])
      expect(readAuthLink(`?token_hash=h&type=${type}`, '')).toMatchObject({ type });
    expect(readAuthLink('?token_hash=h&type=phone_change', '')).toEqual({ kind: 'none' });
  });

  test('PEOPLE-21 carries the name of an invited user in the fragment', () => {
    expect(readAuthLink('?token_hash=h&type=invite', '#name=Nia+Brown')).toEqual({
      kind: 'token-hash',
      tokenHash: 'h',
      type: 'invite',
      name: 'Nia Brown',
    });
  });

  test('reports an error in the query or in the fragment', () => {
    expect(readAuthLink('?error=access_denied', '')).toEqual({ kind: 'error' });
    expect(readAuthLink('', '#error=access_denied')).toEqual({ kind: 'error' });
    expect(readAuthLink('?error=access_denied&error_code=user_banned', '')).toEqual({
      kind: 'error',
      code: 'user_banned',
    });
  });

  test('carries nothing with one token alone', () => {
    expect(readAuthLink('?access_token=a', '')).toEqual({ kind: 'none' });
    expect(readAuthLink('?refresh_token=r', '')).toEqual({ kind: 'none' });
  });
});

describe('consumeAuthLink', () => {
  function pageAt(address: string) {
    const url = new URL(address, 'https://homie.example');
    const replaced: string[] = [];
    const history = {
      state: null,
      replaceState(state: null, _title: string, to: string) {
        this.state = state;
        url.href = new URL(to, url).href;
        replaced.push(to);
      },
    };
    // Of the window's location and history only these members are used.
    return { page: { location: url, history } as unknown as Window, replaced };
  }

  test('removes the query and the fragment from the URL', () => {
    const { page, replaced } = pageAt('/auth/reset-password?access_token=a&refresh_token=r#x=y');
    expect(consumeAuthLink(page).kind).toBe('tokens');
    expect(replaced).toEqual(['/auth/reset-password']);
  });

  test('a token hash survives a reload, tokens do not', () => {
    const hashed = pageAt('/auth/reset-password?token_hash=h&type=recovery').page;
    const link = consumeAuthLink(hashed);
    expect(hashed.location.search).toBe('');
    expect(consumeAuthLink(hashed)).toEqual(link);
    const { page } = pageAt('/auth/reset-password?access_token=a&refresh_token=r');
    consumeAuthLink(page);
    expect(consumeAuthLink(page)).toEqual({ kind: 'none' });
  });

  test('PEOPLE-21 ACCT-77 a name survives a reload with its token hash', () => {
    const { page } = pageAt('/auth/accept-invitation?token_hash=h&type=invite#name=Nia');
    const link = consumeAuthLink(page);
    expect(link).toMatchObject({ type: 'invite', name: 'Nia' });
    expect(page.location.hash).toBe('');
    expect(consumeAuthLink(page)).toEqual(link);
  });

  test('does not change any other URL', () => {
    const { page, replaced } = pageAt('/app?conversation=1&code=c');
    expect(consumeAuthLink(page)).toEqual({ kind: 'none' });
    expect(replaced).toEqual([]);
  });
});
