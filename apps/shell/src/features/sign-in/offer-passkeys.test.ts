// @vitest-environment jsdom
import type { Auth, AuthResult, Session, SessionState } from '@homie/auth';
import { createStore } from '@homie/composition';
import { toast } from '@homie/ui';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerPasskeys } from './offer-passkeys';
import { WELCOME } from './welcome';

vi.mock('@homie/ui', () => ({
  toast: { success: vi.fn<() => void>(), error: vi.fn<() => void>() },
}));

interface Chosen {
  resolve: (credential: PublicKeyCredential) => void;
  reject: (reason: unknown) => void;
}

const requests: { options: CredentialRequestOptions; chosen: Chosen }[] = [];
const startAuthentication = vi.fn<() => unknown>();
const verifyAuthentication = vi.fn<(response: unknown) => unknown>();
const page = { suggests: true, isHidden: false };

class Credential {
  static isConditionalMediationAvailable = async () => page.suggests;
  static parseRequestOptionsFromJSON = ({ challenge }: { challenge: string }) => ({ challenge });
  toJSON = () => ({ id: 'chosen' });
}

const refusal = { ok: false, failure: { kind: 'refused', code: 'webauthn_verification_failed' } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  requests.length = 0;
  Object.assign(page, { suggests: true, isHidden: false });
  startAuthentication.mockImplementation(() => {
    const number = startAuthentication.mock.calls.length;
    return {
      ok: true,
      data: { challenge_id: `id-${number}`, options: { challenge: `${number}` } },
    };
  });
  vi.stubGlobal('PublicKeyCredential', Credential);
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => page.isHidden });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get(options: CredentialRequestOptions) {
        return new Promise<PublicKeyCredential>((resolve, reject) => {
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
          requests.push({ options, chosen: { resolve, reject } });
        });
      },
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Offers passkeys. @returns a function that withdraws them */
function offer() {
  const auth = {
    store: createStore<SessionState>({ status: 'finished', session: null as Session | null }),
    call: async (action: (service: unknown) => unknown) =>
      action({ passkey: { startAuthentication, verifyAuthentication } }) as AuthResult,
  } as unknown as Auth;
  const controller = new AbortController();
  const finished = offerPasskeys(auth, controller.signal);
  return { finished, withdraw: () => controller.abort() };
}

const later = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
const choose = (index: number) =>
  requests[index]?.chosen.resolve(new Credential() as unknown as PublicKeyCredential);

test('ACCT-70 signs in with the passkey that the user chose among the suggestions', async () => {
  verifyAuthentication.mockReturnValue({ ok: true, data: {} });
  const { withdraw } = offer();
  await later(0);
  expect(requests[0]?.options).toMatchObject({
    mediation: 'conditional',
    publicKey: { challenge: '1' },
  });
  choose(0);
  await later(0);
  expect(verifyAuthentication).toHaveBeenCalledExactlyOnceWith({
    challengeId: 'id-1',
    credential: { id: 'chosen' },
  });
  expect(toast.success).toHaveBeenCalledExactlyOnceWith(WELCOME);
  withdraw();
});

test('ACCT-70 a page that is open for long offers passkeys with a valid challenge, and requests none while hidden', async () => {
  const { withdraw } = offer();
  await later(3.9);
  expect(startAuthentication).toHaveBeenCalledOnce();
  await later(0.2);
  expect(requests[0]?.options.signal?.aborted).toBe(true);
  expect(requests[1]?.options.publicKey).toMatchObject({ challenge: '2' });
  page.isHidden = true;
  await later(60);
  expect(startAuthentication).toHaveBeenCalledTimes(2);
  page.isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await later(0);
  expect(requests[2]?.options.signal?.aborted).toBe(false);
  withdraw();
  expect(toast.error).not.toHaveBeenCalled();
});

test.each(['withdrawn', 'refused by the browser'])(
  'ACCT-70 a request that is %s shows no error and is not repeated',
  async (how) => {
    const { finished, withdraw } = offer();
    await later(0);
    if (how === 'withdrawn') withdraw();
    else requests[0]?.chosen.reject(new DOMException('Not allowed', 'NotAllowedError'));
    await finished;
    await later(60);
    expect(startAuthentication).toHaveBeenCalledOnce();
    expect(toast.error).not.toHaveBeenCalled();
  },
);

test('ACCT-70 a browser that suggests no passkeys, and a service that refuses, make no request for one', async () => {
  page.suggests = false;
  await offer().finished;
  expect(startAuthentication).not.toHaveBeenCalled();
  page.suggests = true;
  startAuthentication.mockReturnValue(refusal);
  await offer().finished;
  expect(requests).toHaveLength(0);
  expect(toast.error).not.toHaveBeenCalled();
});

test('ACCT-70 a chosen passkey that opens no account is reported, and others can be chosen', async () => {
  verifyAuthentication.mockReturnValue(refusal);
  const { withdraw } = offer();
  await later(0);
  choose(0);
  await later(0);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith({
    title: 'Error',
    description: expect.stringContaining('This passkey does not open an account here.'),
  });
  expect(requests[1]?.options.publicKey).toMatchObject({ challenge: '2' });
  withdraw();
});
