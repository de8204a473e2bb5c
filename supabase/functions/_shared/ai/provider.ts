import type { EarlierConversation } from '../domain/demo/conversation-passages.ts';
import type { CitedSource, NumberedPassage } from '../domain/documents/cited-passages.ts';
import type { ExtractedFile } from '../domain/extract/extracted-file.ts';

/** Capabilities of a provider. The caller omits everything that it does not support. */
export interface ProviderCapabilities {
  webSearch: boolean;
  domainFilter: boolean;
  /** True if it searches its own document stores. */
  fileSearch: boolean;
  /** Accepted form of files: as files, as text, or as passages and tables with their positions. */
  fileInput: 'native' | 'pdf-only' | 'text' | 'passages';
  fileUpload: boolean;
  resume: boolean;
}

/** File that a reply may use. If `openaiFileId`, `text` and `content` are all missing, it could not be read. */
export interface TurnAttachment {
  name: string;
  mime: string;
  /** `attachments/{conversation}/{file}` in storage, which replies link. */
  path?: string;
  /** True if it was attached to an earlier message. */
  isEarlier?: boolean;
  /** ID of the file at the provider, which reads it there. */
  openaiFileId: string | null;
  /** Text for a model; `isCut` is true if that is only the start of the file. */
  text?: string;
  isCut?: boolean;
  /** Extracted passages and tables. */
  content?: ExtractedFile;
}

/** Earlier message as sent to a provider. */
export interface TurnMessage {
  role: 'user' | 'assistant';
  text: string;
  /** ID that the provider assigned to a reply. */
  openaiMessageId?: string | null;
}

/** Participant of an assistant; `isOwn` is true for the assistant of the present conversation. */
interface AssistantScope {
  participantName: string | null;
  isOwn: boolean;
}

/** A document that replies can cite. */
export interface CitableDocument {
  title: string;
  /** Address in the app. */
  href: string;
  /** Headings of a note, in reading order. */
  headings: string[];
}

/** Records of the organisation that the caller has access to. Queried only when a provider needs them. */
export interface OrganisationRecords {
  /** Present conversation, which `earlierConversations` omits. */
  present: { id: string };
  participants(): Promise<{ name: string; status: 'active' | 'inactive' }[]>;
  assistants(): Promise<
    { label: string; kind: 'org' | 'participant'; participantName: string | null }[]
  >;
  /** Returns the documents of the present assistant that can be searched, by title. */
  documents(): Promise<CitableDocument[]>;
  /**
   * Ranks texts by a question, as the documents of the present assistant are ranked. Returns the best of those that answer
   * it by their index, best first.
   */
  rankTexts(
    question: string,
    texts: readonly { text: string; about?: string }[],
  ): Promise<number[]>;
  /** Returns the caller's other conversations that have messages, latest first. */
  earlierConversations(): Promise<(EarlierConversation & AssistantScope)[]>;
}

/** Passages of the assistant's documents that may answer the question, best first. */
export interface DocumentPassages {
  /** True if the assistant has documents that can be searched. */
  hasDocuments: boolean;
  passages: NumberedPassage[];
}

/** Web access of a reply. Without domains there is none. */
export interface WebScope {
  enabled: boolean;
  domains: string[];
  /** Forces a web search for this reply, regardless of the model's choice. */
  required?: boolean;
}

/** Complete input for a reply. Built on the server: the browser sets no role, instruction or earlier turn. */
export interface TurnRequest {
  turnId: string;
  assistant: { label: string; openaiAssistantId: string };
  model: string;
  instructions: string;
  /** Earlier messages, oldest first. */
  history: TurnMessage[];
  question: string;
  /** Text of the reply so far. The provider continues after it and does not repeat it. */
  continuation?: string;
  /** Sources of that text. */
  cited?: CitedSource[];
  attachments: TurnAttachment[];
  web: WebScope;
  documents: DocumentPassages;
  /** IDs of the provider's document stores that the assistant may search. */
  vectorStoreIds: string[];
  /** Notes for the reader about the input of the reply, e.g. that a file was read only partially. */
  notes: string[];
  records: OrganisationRecords;
  /** Identifies the user to the provider without revealing their identity. */
  safetyId: string;
  /** Name of the connection that writes the reply; the default one if it is omitted. */
  connection?: string;
  /** Name of the connection to use if the first one fails before its first word. */
  fallback?: string;
  maxOutputTokens: number;
  /** Most tokens of a request; older messages that do not fit are left out. */
  maxInputTokens?: number;
}

/** Event that a provider yields while it writes a reply. */
export type ProviderEvent =
  /** Connection that writes the reply, if it is not the default one, and where it runs. */
  | { type: 'connection'; provider?: string; region?: string; deployment?: string }
  | { type: 'created'; responseId: string; model?: string }
  | { type: 'info'; message: string }
  /** Keep-alive without content: the server is at work, or the model thinks. */
  | { type: 'alive'; isThinking?: boolean }
  | { type: 'message'; openaiMessageId: string }
  /** Text; with `replaces`, in place of all text before it, which was none of the reply. */
  | { type: 'delta'; text: string; replaces?: true }
  /** Web page that the reply cites. */
  | { type: 'citation'; url: string; title: string }
  /** Note for the reader, stored with the reply. */
  | { type: 'note'; message: string }
  | { type: 'requires_action'; message: string }
  /** `ending` is what cut the text, for `completeStream` only. */
  | {
      type: 'done';
      usage: Record<string, unknown> | null;
      ending?: 'length' | 'content_filter';
    };

/** Files that a provider stores temporarily, for its models to read. Each call throws a ProviderError if it fails. */
export interface ProviderFiles {
  /** Returns an ID of the account without revealing its key. Files are accessible to that account only. */
  account(): Promise<string>;
  upload(file: {
    name: string;
    mime: string;
    bytes: Uint8Array<ArrayBuffer>;
  }): Promise<{ fileId: string; expiresAt: string }>;
  /** Removes a file. Succeeds if it no longer exists. */
  remove(fileId: string): Promise<void>;
}

/** Provider that writes replies. */
export interface AiProvider {
  readonly kind: string;
  readonly capabilities: ProviderCapabilities;
  /** Returns the capabilities of the connection that a request names; without it, all have the same. */
  capabilitiesFor?(request: TurnRequest): ProviderCapabilities;
  /** Set if the provider reads files itself. */
  readonly files?: ProviderFiles;
  /**
   * Streams one reply. The last event is `done` or `requires_action`; a stream without one counts as broken.
   * @throws ProviderError
   */
  stream(request: TurnRequest, options: { signal: AbortSignal }): AsyncIterable<ProviderEvent>;
}
