const CALLS_ONE_THAT_ASKS =
  'The function that it calls requires an administrator, and undoes what was recorded before.';

/** Equivalent mutants, which grant nothing more: start of the name, and reason. No test can fail on them. */
export const EQUIVALENTS: Record<string, string> = {
  'function private.search_own_conversations: without check 2,':
    'Only messages in conversations of the caller are joined; the condition is for the index.',
  'function public.begin_audit_export: without check 2, user_id = begin_audit_export.user_id':
    'It removes expired exports, which no one can read any more.',
  'function public.find_empty_conversation: without check 1,':
    'Row-level security shows the caller only their own conversations; the condition is for the index.',
  'function private.list_section: without check 1,':
    'Row-level security shows the caller only their own conversations; the condition is for the index.',
  'function public.read_history: without check 1,':
    'Both functions that it calls require an administrator.',
  'function public.who_can_see: without check 1,': CALLS_ONE_THAT_ASKS,
  'function public.user_access: without check 1,': CALLS_ONE_THAT_ASKS,
  'function public.user_participants: without check 1,': CALLS_ONE_THAT_ASKS,
};
