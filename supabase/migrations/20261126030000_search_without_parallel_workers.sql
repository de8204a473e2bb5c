-- Starting parallel workers took longer than they saved: 20 ms instead of 54 for a word and one letter.
alter function private.search_own_conversations(text, integer)
  reset parallel_setup_cost reset parallel_tuple_cost set max_parallel_workers_per_gather = 0;
alter function private.word_junctions(text) parallel unsafe;
