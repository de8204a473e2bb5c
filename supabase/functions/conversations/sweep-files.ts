import * as z from 'zod/mini';
import { createProvider } from '../_shared/ai/create-provider.ts';
import { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { ProviderCopies } from '../_shared/files/provider-copies.ts';
import { removeObjects } from '../_shared/files/remove-objects.ts';
import { readData, serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import type { ConversationsDependencies } from './dependencies.ts';
import { withDefaults, type ConversationsEnvironment } from './environment.ts';

/** Removes unsent and unreachable files, and empty conversations. Called periodically. */
export async function sweepFiles(
  environment: ConversationsEnvironment,
  dependencies: Pick<ConversationsDependencies, 'fetch' | 'provider'> = {},
): Promise<void> {
  const settings = withDefaults(environment);
  const service = { ...settings, fetch: dependencies.fetch ?? fetch };
  const client = serviceClient(service);
  const attachments = new AttachmentStore(client, settings);
  await attachments.sweep();
  await removeObjects(attachments, serverStorage(service));
  await readData(client.rpc('sweep_empty_conversations', {}), z.number());
  const { files } = dependencies.provider ?? createProvider(settings.ai, settings);
  if (files) await new ProviderCopies(client, files).removeGone();
}
