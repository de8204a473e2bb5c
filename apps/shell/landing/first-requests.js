/*
 * Requests what the first screen of a signed-in user shows, before the app has loaded; the app then takes the responses:
 * libs/api-client/src/http/first-responses.ts. Part of the blocking script of the app's page. The build defines
 * REQUESTS and CONVERSATION_ID: libs/api-client/src/first-requests.ts.
 */
/* global REQUESTS, CONVERSATION_ID */
(() => {
  let session;
  try {
    session = JSON.parse(localStorage.getItem('sb-homie-auth-token'));
  } catch {
    // Blocked storage, or not a session: the app reports it.
  }
  const token = session?.access_token;
  // The app renews a token that is about to expire, and then sends its requests itself.
  if (!token || !(session.expires_at - Date.now() / 1000 > 30)) return;
  const environment = fetch('/environment.json');
  const read = environment.then((response) => response.clone().json());
  const id = new URLSearchParams(location.search).get('conversation') ?? '';
  const conversation = /^[\da-f-]{36}$/.test(id) ? id : null;
  const responses = new Map();
  for (const { path, body, page } of REQUESTS) {
    if (page && page !== location.pathname) continue;
    if (body.includes(CONVERSATION_ID) && !conversation) continue;
    const sent = body.replace(CONVERSATION_ID, conversation);
    const response = read.then(({ supabaseUrl, publishableKey }) =>
      fetch(supabaseUrl + path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          apikey: publishableKey,
        },
        body: sent,
        cache: 'no-store',
      }),
    );
    // The app handles the failure when it takes the response.
    response.catch(() => undefined);
    responses.set(path + sent, response);
  }
  Object.assign(window, {
    firstEnvironment: environment,
    firstResponses: { token, sentAt: performance.now(), responses },
  });
})();
