import { AppError } from '@homie/contracts/requests';
import { corsHeaders, preflightResponse } from './cors.ts';
import { failureResponse, successResponse } from './json-response.ts';

/**
 * Converts a function's results and errors to responses with CORS headers.
 * @param onError called with errors of which callers see no details
 */
export function respondWith(
  answer: (request: Request) => Promise<unknown>,
  options: { allowedOrigins: readonly string[]; onError: (error: unknown) => void },
): (request: Request) => Promise<Response> {
  const { allowedOrigins, onError } = options;
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse(request, allowedOrigins);
    const response = await answer(request).then(
      (data) => (data instanceof Response ? data : successResponse(data)),
      (error: unknown) => {
        if (!(error instanceof AppError)) onError(error);
        else if (error.cause !== undefined) onError(error.cause);
        return failureResponse(error);
      },
    );
    for (const [name, value] of corsHeaders(request, allowedOrigins)) {
      response.headers.set(name, value);
    }
    return response;
  };
}
