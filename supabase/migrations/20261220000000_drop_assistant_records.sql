-- Texts that only the demo quoted. Documents replace them.
drop table public.assistant_records;
