import { idSchema } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';

/** Parses the message id in the path of a call. @throws AppError message_not_found if it is invalid */
export function messageId(parameter: string | undefined): string {
  const id = idSchema().safeParse(parameter);
  if (!id.success) throw new AppError('message_not_found');
  return id.data;
}
