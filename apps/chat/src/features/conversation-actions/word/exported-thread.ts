import type { Citation } from '@homie/contracts';
import { fullTime } from '@homie/widgets';
import * as z from 'zod/mini';

/** One message of an exported conversation, or a reply that is not complete. */
export interface ExportedEntry {
  /** The author, and the time or the state. */
  heading: string;
  text: string;
  /** Replies are Markdown; users write plain text. */
  isMarkdown: boolean;
  files: readonly string[];
  sources: readonly Citation[];
  notes: readonly string[];
}

/** The shown branch of an exported conversation, with formatted times. */
export interface ExportedThread {
  title: string;
  facts: readonly string[];
  entries: readonly ExportedEntry[];
}

const exportSchema = z.object({
  exported_at: z.string(),
  conversation: z.object({
    title: z.string(),
    created_at: z.string(),
    assistant: z.object({ label: z.string(), participant_name: z.nullish(z.string()) }),
  }),
  shown_message_ids: z.array(z.string()),
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.enum(['user', 'assistant']),
      content: z.string(),
      created_at: z.string(),
      files: z.array(z.object({ name: z.string() })),
      citations: z.optional(
        z.array(z.object({ url: z.string(), title: z.string(), number: z.optional(z.number()) })),
      ),
      notes: z.optional(z.array(z.string())),
    }),
  ),
  unfinished_replies: z.array(
    z.object({
      message_id: z.string(),
      reply_id: z.nullable(z.string()),
      status: z.string(),
      text: z.string(),
    }),
  ),
});

/**
 * Reads the branch that is shown from a JSON export.
 * @param writer the name of the user who wrote the messages
 * @throws if the text is not such an export
 */
export function readExportedThread(json: string, writer: string): ExportedThread {
  const exported = exportSchema.parse(JSON.parse(json));
  const { title, created_at, assistant } = exported.conversation;
  const { label, participant_name } = assistant;
  const time = (at: string) => fullTime(new Date(at));
  const byId = new Map(exported.messages.map((message) => [message.id, message]));
  const path = exported.shown_message_ids.flatMap((id) => byId.get(id) ?? []);
  const stopped = new Set(exported.unfinished_replies.map(({ reply_id }) => reply_id));

  const entries = path.flatMap((message, index): ExportedEntry[] => {
    const isReply = message.role === 'assistant';
    const entry: ExportedEntry = {
      heading: `${isReply ? label : writer}, ${time(message.created_at)}`,
      text: message.content,
      isMarkdown: isReply,
      files: message.files.map(({ name }) => name),
      sources: message.citations ?? [],
      notes: [...(message.notes ?? []), ...(stopped.has(message.id) ? ['Stopped here.'] : [])],
    };
    const unfinished = exported.unfinished_replies.findLast(
      ({ message_id, reply_id }) => message_id === message.id && reply_id === null,
    );
    if (!unfinished || path[index + 1]?.role === 'assistant') return [entry];
    const heading = `${label}, not complete: ${unfinished.status}`;
    const rest = { isMarkdown: true, files: [], sources: [], notes: [] };
    return [entry, { heading, text: unfinished.text, ...rest }];
  });
  return {
    title,
    facts: [
      `Assistant: ${label}${participant_name ? ` (for ${participant_name})` : ''}`,
      `Started by ${writer}: ${time(created_at)}`,
      `Exported: ${time(exported.exported_at)}`,
    ],
    entries,
  };
}
