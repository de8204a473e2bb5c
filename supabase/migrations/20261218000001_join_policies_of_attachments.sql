-- Two permissive policies for the same rows were evaluated one after the other.

drop policy "Users read attachments of conversations that they may read" on public.attachments;
drop policy "Recipients read the clean files of handovers" on public.attachments;
create policy "Users read attachments of own conversations and of handovers"
  on public.attachments for select to authenticated
  using (
    exists (select 1 from public.conversations where conversations.id = attachments.conversation_id)
    or (
      scan_status = 'clean'
      and exists (
        select 1
        from public.handovers
        where handovers.conversation_id = attachments.conversation_id
          and handovers.recipient_id = (select auth.uid())
          and attachments.supabase_path = any (handovers.file_paths)
      )
    )
  );
