import { idSchema } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';

/** Parses the assistant id in the path of a call. @throws AppError not_found if it is invalid */
export function assistantId(parameter: string | undefined): string {
  const id = idSchema().safeParse(parameter);
  if (!id.success) throw new AppError('not_found', 'Assistant not found');
  return id.data;
}
