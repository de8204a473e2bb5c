/*
 * What eight users thought of a reply; one reports a problem. The audit log has no entries of it: its demo data has the
 * twelve actions that any version since the first has known.
 */
alter table public.reply_feedback disable trigger audit_feedback;

insert into public.reply_feedback (user_id, message_id, rating, reason, comment, shared, created_at, updated_at, reviewed_at, reviewed_by)
select
  conversations.user_id,
  messages.id,
  given.rating,
  given.reason,
  given.comment,
  given.shared,
  messages.created_at + interval '3 minutes',
  messages.created_at + interval '3 minutes',
  case when given.reviewed then messages.created_at + interval '1 day' end,
  case when given.reviewed then pg_temp.seed_id('user', 1) end
from (
  values
    (20, 4, 'helpful', null, 'The swap went through within the hour.', true, false),
    (21, 2, 'not_helpful', 'incomplete', 'The line for the pool hoist is missing.', true, false),
    (23, 2, 'problem', 'other', 'After hours the fire panel company must be called, too. Somebody could rely on this.', true, false),
    (24, 4, 'helpful', null, 'Maya changed two words and kept the rest.', false, false),
    (26, 2, 'helpful', null, '', false, false),
    (30, 2, 'not_helpful', 'outdated', 'The council collects compost bins since July.', true, true),
    (34, 2, 'helpful', null, 'My team leader uses it as an example now.', true, true),
    (36, 2, 'not_helpful', 'unclear', 'Who pays the taxi first?', false, true)
) as given (conversation, line, rating, reason, comment, shared, reviewed)
join public.conversations on conversations.id = pg_temp.seed_id('conversation', given.conversation)
join public.messages
  on messages.conversation_id = conversations.id
  and messages.openai_message_id = format('msg_seed_%s_%s', given.conversation, given.line)
on conflict (user_id, message_id) do nothing;

alter table public.reply_feedback enable trigger audit_feedback;
