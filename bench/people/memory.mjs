import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process, in MB. */
function readResidentMemory(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Samples the memory of processes every five seconds.
 * @param {number[]} pids
 * @returns a function that stops sampling and returns, for each process, the means of its second and of its last
 * quarter in MB (the first one fills caches), and their ratio
 */
export function watchMemory(pids) {
  /** @type {number[][]} */
  const samples = pids.map(() => []);
  const sample = () => pids.forEach((pid, index) => samples[index].push(readResidentMemory(pid)));
  sample();
  const timer = setInterval(sample, 5_000);
  return () => {
    clearInterval(timer);
    sample();
    return samples.map((series) => {
      const quarter = Math.max(1, Math.floor(series.length / 4));
      const second = mean(series.slice(quarter, quarter * 2));
      const last = mean(series.slice(-quarter));
      return { second, last, ratio: last / second };
    });
  };
}
