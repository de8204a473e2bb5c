-- Users who wait for approval, or whose account is deactivated, read and change nothing: a restrictive policy on each
-- table that clients reach, in addition to those that give access to single rows. Functions that bypass row-level
-- security check the account themselves, most of them through `is_admin` or `assistants_usable_by`.

create policy "Only active accounts"
  on public.assistant_access as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.assistant_role_access as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.assistants as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.attachments as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.audit_logs as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.audit_views as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.conversations as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.document_chunks as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.document_versions as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.documents as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.handovers as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.instruction_versions as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.messages as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.participant_assignments as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.participants as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.remote_loads as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.reply_feedback as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.roles as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.synonyms as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.turn_events as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.turns as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));

create policy "Only active accounts"
  on public.users as restrictive for all to authenticated
  using ((select private.is_active()))
  with check ((select private.is_active()));
