/** What a provider can do. The caller leaves out what it cannot. */
export interface ProviderCapabilities {
  webSearch: boolean;
  domainFilter: boolean;
  fileInput: 'native' | 'pdf-only' | 'text';
  fileUpload: boolean;
  resume: boolean;
}

/** A file of the message that is being answered. `text` is what could be read of it, if anything could. */
export interface TurnAttachment {
  name: string;
  mime: string;
  openaiFileId: string | null;
  text?: string;
}

/** An earlier message, as a provider is told of it. */
export interface TurnMessage {
  role: 'user' | 'assistant';
  text: string;
}

/** The organisation's records, each as the person who asks may read them. Looked up only when a provider needs them. */
export interface OrganisationRecords {
  participants(): Promise<{ name: string; status: 'active' | 'inactive' }[]>;
  assistants(): Promise<
    { label: string; kind: 'org' | 'participant'; participantName: string | null }[]
  >;
  conversations(): Promise<{ title: string; assistantLabel: string; updatedAt: string }[]>;
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
  web: { enabled: boolean; domains: string[] };
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
  | { type: 'requires_action'; message: string }
  | { type: 'done'; usage: Record<string, unknown> | null };

/** Whatever writes replies. */
export interface AiProvider {
  readonly kind: string;
  readonly capabilities: ProviderCapabilities;
  /**
   * Writes one reply. Ends with a `done` or `requires_action` event; an end without one counts as a broken stream.
   * @throws ProviderError
   */
  stream(request: TurnRequest, options: { signal: AbortSignal }): AsyncIterable<ProviderEvent>;
}
