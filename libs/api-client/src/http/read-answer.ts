import { ApiError, networkError, unexpectedAnswer } from './api-error';

/** The schema of a response: any zod schema. Structural, because two zod builds count as different classes. */
export interface AnswerSchema<Answer> {
  parse: (data: unknown) => Answer;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // A truncated body and a proxy's HTML page both count as a missing response.
    throw networkError(cause, response.status);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the failure that a response outside 2xx describes, with the server's own message if it has one. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  // A proxy refuses large bodies itself, with a page of its own. Sent again, it would refuse them again.
  if (body === null && response.status === 413)
    return new ApiError('payload_too_large', 'This is too large to send.', 413);
  const { error, message, code, details } = isRecord(body) ? body : {};
  const words = [error, message].find((text) => typeof text === 'string' && text !== '');
  return new ApiError(
    typeof code === 'string' ? code : 'network_error',
    typeof words === 'string' ? words : 'Network error',
    response.status,
    { details },
  );
}

/**
 * Returns the data of a successful response, validated against its contract.
 * @throws ApiError with the server's message, or 'unexpected_answer' if the data violates the contract
 */
export async function readAnswer<Answer>(
  response: Response,
  schema: AnswerSchema<Answer>,
  pick: (body: unknown) => unknown = (body) => body,
): Promise<Answer> {
  if (!response.ok) throw await readFailure(response);
  const body = await readJson(response);
  try {
    return schema.parse(pick(body));
  } catch (cause) {
    throw unexpectedAnswer(response.status, cause);
  }
}
