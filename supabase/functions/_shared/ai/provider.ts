import type { AssistantRecord, EarlierConversation } from '../domain/demo/record-passages.ts';
import type { ExtractedFile } from '../domain/extract/extracted-file.ts';

/** What a provider can do. The caller leaves out what it cannot. */
export interface ProviderCapabilities {
  webSearch: boolean;
  domainFilter: boolean;
  /** Whether it searches document stores of its own. */
  fileSearch: boolean;
  /** How it takes files: itself, as text, or as passages and tables with their places. */
  fileInput: 'native' | 'pdf-only' | 'text' | 'passages';
  fileUpload: boolean;
  resume: boolean;
}

/** A file that a reply may draw on. Without any of the last three, nothing of it could be read. */
export interface TurnAttachment {
  name: string;
  mime: string;
  /** It came with an earlier message. */
  isEarlier?: boolean;
  /** Where the provider has it, to be read there. */
  openaiFileId: string | null;
  /** Its text for a model, and whether that is only the beginning. */
  text?: string;
  isCut?: boolean;
  /** Its passages and tables. */
  content?: ExtractedFile;
}

/** An earlier message, as a provider is told of it. */
export interface TurnMessage {
  role: 'user' | 'assistant';
  text: string;
  /** The id that the provider gave a reply. */
  openaiMessageId?: string | null;
}

/** The participant that an assistant is for, and whether it is the assistant of the present conversation. */
interface AssistantScope {
  participantName: string | null;
  isOwn: boolean;
}

/** The organisation's records, all as the caller has access to them. Queried only when a provider needs them. */
export interface OrganisationRecords {
  /** The present conversation, which `earlierConversations` leaves out. */
  present: { id: string };
  participants(): Promise<{ name: string; status: 'active' | 'inactive' }[]>;
  assistants(): Promise<
    { label: string; kind: 'org' | 'participant'; participantName: string | null }[]
  >;
  assistantRecords(): Promise<(AssistantRecord & AssistantScope)[]>;
  /** The caller's other conversations that have messages, latest first. */
  earlierConversations(): Promise<(EarlierConversation & AssistantScope)[]>;
}

/** What of the web a reply may draw on. No domains: nothing. */
export interface WebScope {
  enabled: boolean;
  domains: string[];
  /** It is to be searched for this reply, whatever the model makes of the question. */
  required?: boolean;
}

/** All that a reply is made from. Built on the server: the browser names no role, instruction or earlier turn. */
export interface TurnRequest {
  turnId: string;
  assistant: { label: string; openaiAssistantId: string };
  model: string;
  instructions: string;
  /** Earlier messages, oldest first. */
  history: TurnMessage[];
  question: string;
  /** What is written of the reply already. The provider goes on after it and does not repeat it. */
  continuation?: string;
  attachments: TurnAttachment[];
  web: WebScope;
  /** The provider's own stores of documents that the assistant may search. */
  vectorStoreIds: string[];
  /** What the reader of the reply has to know of its material, e.g. that only a part of a file was read. */
  notes: string[];
  records: OrganisationRecords;
  /** Names the person to the provider without telling who it is. */
  safetyId: string;
  maxOutputTokens: number;
}

/** What a provider tells while it writes a reply. */
export type ProviderEvent =
  | { type: 'created'; responseId: string; model?: string }
  | { type: 'info'; message: string }
  /** Nothing to show, but no silence either: the model thinks. */
  | { type: 'alive' }
  | { type: 'message'; openaiMessageId: string }
  | { type: 'delta'; text: string }
  /** A page on the web that the reply draws on. */
  | { type: 'citation'; url: string; title: string }
  /** What the reader of the reply has to know of it; kept with it. */
  | { type: 'note'; message: string }
  | { type: 'requires_action'; message: string }
  | { type: 'done'; usage: Record<string, unknown> | null };

/** Files that a provider keeps for a while, to be read by its models. Each call throws a ProviderError when it fails. */
export interface ProviderFiles {
  /** Names the account that has them, without telling its key: what is there is there for no other. */
  account(): Promise<string>;
  upload(file: {
    name: string;
    mime: string;
    bytes: Uint8Array<ArrayBuffer>;
  }): Promise<{ fileId: string; expiresAt: string }>;
  /** Removing what is gone already is no failure. */
  remove(fileId: string): Promise<void>;
}

/** Whatever writes replies. */
export interface AiProvider {
  readonly kind: string;
  readonly capabilities: ProviderCapabilities;
  /** There where it reads files itself. */
  readonly files?: ProviderFiles;
  /**
   * Writes one reply. Ends with a `done` or `requires_action` event; an end without one counts as a broken stream.
   * @throws ProviderError
   */
  stream(request: TurnRequest, options: { signal: AbortSignal }): AsyncIterable<ProviderEvent>;
}
