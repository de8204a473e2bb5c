/**
 * Creates a fetch for our own functions: calls to our own origin stay in this process, all other requests go over the
 * network.
 */
export function createInternalFetch(
  siteUrl: string,
  answer: (request: Request) => Promise<Response>,
): typeof fetch {
  const { origin } = new URL(siteUrl);
  return async (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).origin === origin ? answer(request) : fetch(request);
  };
}
