import type { AiProvider } from '../_shared/ai/provider.ts';
import type { Embeddings } from '../_shared/documents/embeddings.ts';
import type { DocumentStore } from '../_shared/documents/document-store.ts';
import type { AttachmentStore } from '../_shared/files/attachment-store.ts';
import type { FileReader } from '../_shared/files/file-reader.ts';
import type { ProviderCopies } from '../_shared/files/provider-copies.ts';
import type { ChangeSignals } from '../_shared/changes/change-signals.ts';
import type { AccountMails } from '../_shared/http/account-mails.ts';
import type { Caller } from '../_shared/http/authenticate.ts';
import type { DataClient } from '../_shared/http/data-access.ts';
import type { FileStorage } from '../_shared/http/file-storage.ts';
import type { OpenStreams } from '../_shared/http/open-streams.ts';
import type { TurnJournal } from '../_shared/turns/turn-journal.ts';
import type { TurnSignals } from '../_shared/turns/turn-signals.ts';
import type { TurnStore } from '../_shared/turns/turn-store.ts';
import type { TurnTiming } from '../_shared/turns/turn-timing.ts';
import type { ModelPrices } from '../_shared/usage/model-prices.ts';
import type { DecodedBase64 } from '../_shared/upload/base64-decoder.ts';
import type { ReadProfile } from './assistant-profiles.ts';
import type { ProviderOperations } from './provider-operations.ts';

/** Context shared by every endpoint for the lifetime of the process. */
export interface ServerContext {
  /** Acts as the server: only for data that no caller may write. */
  service: DataClient;
  store: TurnStore;
  journal: TurnJournal;
  /** Mails of accounts, sent by the authentication service. */
  mails: AccountMails;
  attachments: AttachmentStore;
  documents: DocumentStore;
  /** Reads the documents that wait. Never rejects. */
  readDocuments: () => Promise<void>;
  /** Embeds questions; undefined without a model. */
  embeddings: Embeddings | undefined;
  /** Stored files as the server. */
  files: FileStorage;
  /** Copies of stored files at the provider; undefined if the provider reads no files itself. */
  copies: ProviderCopies | undefined;
  /** Reads stored files as the caller. */
  fileReader: FileReader;
  signals: TurnSignals;
  /** The open event streams of replies. */
  streams: OpenStreams;
  changes: ChangeSignals;
  provider: AiProvider;
  readProfile: ReadProfile;
  providerOperations: ProviderOperations;
  /** Names of the connections, with the model of assistants that name none. */
  connectionModels: ReadonlyMap<string, string | undefined>;
  /** True if users may search the web on request. */
  webResearch: boolean;
  /** Prices of the models; undefined if none are set. */
  prices: ModelPrices | undefined;
  /** Maximum size of all stored files, in gigabytes (10^9 bytes). */
  filesMaxGb: number;
  /** The organisation's own sites. */
  orgDomains: readonly string[];
  timing: TurnTiming;
  shutdown: AbortSignal;
  draining: AbortSignal;
  onReply: (ended: Promise<void>) => void;
  waitUntil: (work: Promise<unknown>) => void;
  onError: (error: unknown) => void;
}

/** Context of one request. */
export interface CallContext extends ServerContext {
  caller: Caller;
  /** Acts as the caller: row-level security decides. */
  data: DataClient;
  /** Stored files as the caller: only files that passed the security scan. */
  ownFiles: FileStorage;
  /** The uploaded file, which is removed from the body of the call. */
  file: DecodedBase64 | undefined;
  request: Request;
}
