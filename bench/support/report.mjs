import { availableParallelism, loadavg } from 'node:os';

/**
 * Prints results and targets, as a table and as JSON. The process exits with 1 if a target is missed.
 * @param checks `{name, value, target, unit}`: a value must be at most its target
 */
export function report(title, checks, details) {
  const rows = checks.map((check) => ({ ...check, ok: check.value <= check.target }));
  const text = (value, unit) => `${value.toFixed(unit === 'x' ? 2 : 1)} ${unit}`.padStart(11);
  console.log(
    `\n${title} (${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)})\n`,
  );
  console.log(`   ${'measured'.padStart(11)} ${'at most'.padStart(11)}`);
  for (const { name, value, target, unit, ok } of rows)
    console.log(`${ok ? 'ok' : '!!'} ${text(value, unit)} ${text(target, unit)}  ${name}`);
  console.log(`\n${JSON.stringify({ title, checks: rows, details })}`);
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
}
