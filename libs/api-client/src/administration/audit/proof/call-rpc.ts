import type { DatabaseFunction } from '@homie/contracts/database';
import type { Api } from '../../../http/api';
import type { AnswerSchema } from '../../../http/read-answer';
import { queryRest } from '../../query-rest';

/**
 * Calls a function of the database as the signed-in user.
 * @throws ApiError as {@link queryRest}; the signal's reason when aborted
 */
export async function callRpc<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  call: {
    name: DatabaseFunction;
    parameters: Record<string, unknown>;
    signal?: AbortSignal | undefined;
  },
): Promise<Answer> {
  const { name, parameters, signal } = call;
  try {
    const { rows } = await queryRest(api, schema, (rest) => {
      const query = rest.rpc(name, parameters as never);
      return signal ? query.abortSignal(signal) : query;
    });
    return rows;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
