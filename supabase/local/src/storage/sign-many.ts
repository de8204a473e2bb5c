import * as z from 'zod/mini';

const requestSchema = z.object({
  expiresIn: z.number().check(z.positive()),
  paths: z.array(z.string()).check(z.maxLength(100)),
});
const answerSchema = z.object({ signedURL: z.string() });

/**
 * Signs several addresses at once by signing each. Lite has a route for it, but its route for one
 * takes the request first.
 * @param signOne answers like the route for one address
 */
export async function signMany(
  request: Request,
  signOne: (request: Request) => Promise<Response>,
): Promise<Response> {
  const parsed = requestSchema.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success)
    return Response.json(
      { statusCode: '400', error: 'InvalidRequest', message: 'paths and expiresIn are needed' },
      { status: 400 },
    );
  const { expiresIn, paths } = parsed.data;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const answers = paths.map(async (path) => {
    const key = path.split('/').map(encodeURIComponent).join('/');
    const response = await signOne(
      new Request(`${request.url}/${key}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ expiresIn }),
      }),
    );
    const answer = answerSchema.safeParse(await response.json().catch(() => undefined));
    return response.ok && answer.success
      ? { path, error: null, signedURL: answer.data.signedURL }
      : {
          path,
          error: 'Either the object does not exist or you do not have access to it',
          signedURL: null,
        };
  });
  return Response.json(await Promise.all(answers));
}
