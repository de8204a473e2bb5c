const TRACE_FIELDS = ['run_id', 'thread_id', 'openai_message_id'];

/** Whether metadata holds fields by which a run can be found again at the AI provider. */
export function hasTrace(meta: Readonly<Record<string, unknown>>): boolean {
  return TRACE_FIELDS.some((field) => field in meta);
}
