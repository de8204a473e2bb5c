/*
 * Requests what the first screen of a signed-in user shows, before the app has loaded; the app then takes the responses:
 * libs/api-client/src/http/first-responses.ts. Renews an expired session before: the app waits for that in
 * libs/auth/src/create-auth.ts. Part of the blocking script of the app's page. The build defines REQUESTS and
 * CONVERSATION_ID: libs/api-client/src/first-requests.ts.
 */
/* global REQUESTS, CONVERSATION_ID */
(() => {
  const KEY = 'sb-homie-auth-token';
  let stored;
  let session;
  try {
    stored = localStorage.getItem(KEY);
    session = JSON.parse(stored);
  } catch {
    // Blocked storage, or not a session: the app reports it.
  }
  if (!session?.access_token || !session.refresh_token) return;
  const environment = fetch('/environment.json');
  const read = environment.then((response) => response.clone().json());
  const send = (path, body, options) =>
    read.then(({ supabaseUrl, publishableKey }) =>
      fetch(supabaseUrl + path, {
        method: 'POST',
        body,
        cache: 'no-store',
        ...options,
        headers: {
          'Content-Type': 'application/json',
          apikey: publishableKey,
          ...options.headers,
        },
      }),
    );

  function requestData(token) {
    const id = new URLSearchParams(location.search).get('conversation') ?? '';
    const conversation = /^[\da-f-]{36}$/.test(id) ? id : null;
    const responses = new Map();
    for (const { path, body, page } of REQUESTS) {
      if (page && page !== location.pathname) continue;
      if (body.includes(CONVERSATION_ID) && !conversation) continue;
      const sent = body.replace(CONVERSATION_ID, conversation);
      const response = send(path, sent, { headers: { Authorization: `Bearer ${token}` } });
      // The app handles the failure when it takes the response.
      response.catch(() => undefined);
      responses.set(path + sent, response);
    }
    window.firstResponses = { token, sentAt: performance.now(), responses };
  }

  /** Stores a new session. If that fails, the app renews it, with the same token, and reports the failure. */
  async function renewSession() {
    try {
      const body = JSON.stringify({ refresh_token: session.refresh_token });
      const signal = AbortSignal.timeout(10_000);
      const path = '/auth/v1/token?grant_type=refresh_token';
      const response = await send(path, body, { signal });
      const renewed = response.ok && (await response.json());
      // Another tab may have signed out, or renewed it, in the meantime.
      if (!renewed?.expires_at || localStorage.getItem(KEY) !== stored) return;
      localStorage.setItem(KEY, JSON.stringify(renewed));
      requestData(renewed.access_token);
    } catch {
      // No connection, or full storage.
    }
  }

  window.firstEnvironment = environment;
  // As in libs/auth/src/session/stored-session.ts.
  if (session.expires_at - Date.now() / 1000 > 30) requestData(session.access_token);
  else window.sessionRenewal = renewSession();
})();
