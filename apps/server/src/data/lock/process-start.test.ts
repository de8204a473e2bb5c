import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { processStart, readProcess } from './process-start.ts';

describe('another process', () => {
  test('is identified by its command and its start', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'an argument']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(await readProcess(pid, 'command')).toContain('an argument');
    const start = await readProcess(pid, 'lstart');
    expect(Math.abs(Date.parse(`${start} UTC`) - Date.now())).toBeLessThan(60_000);
    expect(await processStart(pid)).not.toBe(await processStart(process.pid));
    child.kill();
    await once(child, 'exit');
    expect(await readProcess(pid, 'command')).toBe('');
    expect(await processStart(pid)).toBe('');
  });
});
