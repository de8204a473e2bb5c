import { createHash, timingSafeEqual } from 'node:crypto';
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { isLocalVisitor, type PeerEnvironment } from '../http/peer.ts';
import { ArchiveError } from './archive-line.ts';
import { writeArchive, type ArchiveSource } from './write-archive.ts';

/** Where a running server is asked for a backup, by whoever has its secret key and is on the same computer. */
export const BACKUP_PATH = '/_backup';

const bodySchema = z.object({ file: z.string() });

/** Answers the operator's command for backups; to anybody else there is nothing here. */
export function createBackupAnswer(source: ArchiveSource) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(`Bearer ${source.secrets.secretKey}`);
  return async (request: Request, peer?: PeerEnvironment): Promise<Response> => {
    const given = digest(request.headers.get('authorization') ?? '');
    if (!isLocalVisitor(request, peer) || !timingSafeEqual(given, wanted))
      return new Response('Not found\n', { status: 404 });
    const body = bodySchema.safeParse(await request.json().catch(() => undefined));
    if (!body.success || !isAbsolute(body.data.file))
      return Response.json({ message: 'Name a file by its whole path.' }, { status: 400 });
    try {
      return Response.json(await writeArchive(body.data.file, source));
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      return Response.json({ message: error.message }, { status: 409 });
    }
  };
}
