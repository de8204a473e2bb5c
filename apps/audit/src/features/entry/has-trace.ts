const TRACE_FIELDS = ['run_id', 'thread_id', 'openai_message_id'];

/** Tests whether metadata has fields that identify a run at the AI provider. */
export function hasTrace(meta: Readonly<Record<string, unknown>>): boolean {
  return TRACE_FIELDS.some((field) => field in meta);
}
