import { expect, test } from 'vitest';
import { INITIAL_SESSION_STATE, type Session } from './session';
import { applyAuthEvent, restoreSession, type AuthEvent } from './transitions';

function session(token: string): Session {
  return {
    access_token: token,
    refresh_token: `refresh-${token}`,
    expires_at: 2_000_000_000,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'u1', email: 'ada@test.example', factors: [], identities: [] },
  };
}

test('STATE-02 the session starts loading and is finished after the first lookup, with or without one', () => {
  expect(INITIAL_SESSION_STATE).toEqual({ status: 'loading', session: null });
  expect(restoreSession(null)).toEqual({ status: 'finished', session: null });
  expect(restoreSession(session('a')).session?.access_token).toBe('a');
});

test('STATE-02 the session is finished after the first event as well', () => {
  expect(applyAuthEvent(INITIAL_SESSION_STATE, 'INITIAL_SESSION', null).status).toBe('finished');
});

test.each<AuthEvent>(['SIGNED_IN', 'TOKEN_REFRESHED', 'PASSWORD_RECOVERY', 'USER_UPDATED'])(
  'STATE-03 the session follows %s',
  (event) => {
    const before = restoreSession(session('old'));
    expect(applyAuthEvent(before, event, session('new'))).toEqual({
      status: 'finished',
      session: session('new'),
    });
  },
);

test('STATE-03 SIGNED_OUT ends the session, regardless of its payload', () => {
  const before = restoreSession(session('old'));
  expect(applyAuthEvent(before, 'SIGNED_OUT', session('old')).session).toBeNull();
});

test('a session that the service no longer has is lost, and remains so on later events', () => {
  const lost = applyAuthEvent(INITIAL_SESSION_STATE, 'SIGNED_OUT', null);
  expect(lost.ended?.reason).toBe('lost');
  expect(applyAuthEvent(lost, 'INITIAL_SESSION', null)).toBe(lost);
  expect(applyAuthEvent(restoreSession(session('old')), 'SIGNED_OUT', null).ended?.userId).toBe(
    'u1',
  );
  expect(applyAuthEvent(lost, 'SIGNED_IN', session('new')).ended).toBeUndefined();
  expect(applyAuthEvent(restoreSession(null), 'SIGNED_OUT', null).ended).toBeUndefined();
});

test('STATE-03 a changed user is applied even with the same token', () => {
  const before = restoreSession(session('same'));
  const renamed = { ...session('same'), user: { id: 'u1', email: 'new@test.example' } };
  expect(applyAuthEvent(before, 'USER_UPDATED', renamed).session?.user.email).toBe(
    'new@test.example',
  );
});

test('an event without a change returns the same state, so that nothing re-renders', () => {
  const before = restoreSession(session('same'));
  expect(applyAuthEvent(before, 'SIGNED_IN', session('same'))).toBe(before);
});
