import { readdirSync } from 'node:fs';
import { test } from 'vitest';
import { everyKind } from './test-databases.ts';
import { readStory } from './read-story.ts';
import { runAndForget } from './run-story.ts';
test('mutants', async () => {
  const { database, remove } = await everyKind[0]!.create();
  const folder = new URL('stories/', import.meta.url);
  const tests = (await Promise.all(readdirSync(folder).filter(f => !f.startsWith('whole')).map(f => readStory(new URL(f, folder))))).flat();
  const policies = await database.query<{ s: string; t: string; p: string; qual: string|null; with_check: string|null }>(`select schemaname s, tablename t, policyname p, qual, with_check from pg_policies`);
  const mutants: [string,string][] = [];
  for (const { s, t, p, qual, with_check } of policies) {
    const q = `"${p}" on ${s}.${t}`;
    if (qual) mutants.push([`using ${t}: ${p}`, `alter policy ${q} using (true);`]);
    if (with_check) mutants.push([`check ${t}: ${p}`, `alter policy ${q} with check (true);`]);
    mutants.push([`drop ${t}: ${p}`, `drop policy ${q};`]);
  }
  for (const { tg, t, s } of await database.query<{tg:string,t:string,s:string}>(`select tgname tg, c.relname t, n.nspname s from pg_trigger g join pg_class c on c.oid=tgrelid join pg_namespace n on n.oid=relnamespace where not tgisinternal`)) mutants.push([`trigger ${s}.${t}.${tg}`, `drop trigger ${tg} on ${s}.${t};`]);
  for (const { c, t } of await database.query<{c:string,t:string}>(`select conname c, conrelid::regclass::text t from pg_constraint where contype='c' and connamespace='public'::regnamespace`)) mutants.push([`constraint ${t}.${c}`, `alter table ${t} drop constraint ${c};`]);
  for (const { g, t } of await database.query<{g:string,t:string}>(`select t, g from (values ('users','email'),('users','created_at'),('conversations','user_id'),('conversations','assistant_id'),('conversations','updated_at'),('messages','content'),('turns','text'),('attachments','scan_status'),('audit_logs','action')) x(t,g)`)) mutants.push([`grant ${t}.${g}`, `grant update (${g}) on ${t} to authenticated;`]);
  for (const t of ['users','messages','attachments','audit_logs','roles']) mutants.push([`grant delete ${t}`, `grant delete on ${t} to authenticated;`]);
  for (const [name, sql] of mutants) {
    let killed = false;
    for (const story of tests) { try { await runAndForget(database, sql + story.sql); } catch { killed = true; break; } }
    if (!killed) console.log('SURVIVED', name);
  }
  console.log('mutants', mutants.length);
  await remove();
}, 900000);
