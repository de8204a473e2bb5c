import { expect, test, vi } from 'vitest';
import { readRows, type RowsPage } from './read-rows';

/** A log of so many rows, read in pages of 1000 by the number of the first. */
function logOf(total: number) {
  const read = vi.fn<(cursor: number | undefined) => Promise<RowsPage<number, number>>>();
  read.mockImplementation((cursor = 0) => {
    const end = Math.min(cursor + 1000, total);
    const rows = Array.from({ length: end - cursor }, (_, index) => cursor + index);
    return Promise.resolve({ rows, next: end < total ? end : undefined });
  });
  return read;
}

function collect(read: ReturnType<typeof logOf>) {
  const written: number[] = [];
  const progress: number[] = [];
  const result = readRows({
    read,
    write: (rows) => void written.push(...rows),
    onProgress: (count) => void progress.push(count),
    signal: new AbortController().signal,
  });
  return { result, written, progress };
}

test('EXPORT-01 EXPORT-02 all pages are read, and each row is written once', async () => {
  const read = logOf(2345);
  const { result, written, progress } = collect(read);
  expect(await result).toEqual({ count: 2345, limited: false });
  expect(written).toEqual(Array.from({ length: 2345 }, (_, index) => index));
  expect(progress).toEqual([1000, 2000, 2345]);
  expect(read.mock.calls.map(([cursor]) => cursor)).toEqual([undefined, 1000, 2000]);
});

test('EXPORT-02 reading stops at more than 50,000 rows, and exactly 50,000 are written', async () => {
  const read = logOf(1_000_000);
  const { result, written } = collect(read);
  expect(await result).toEqual({ count: 50_000, limited: true });
  expect(written).toHaveLength(50_000);
  expect(read).toHaveBeenCalledTimes(51);
});

test('EXPORT-02 exactly 50,000 rows are not limited, one more is', async () => {
  expect(await collect(logOf(50_000)).result).toEqual({ count: 50_000, limited: false });
  expect(await collect(logOf(50_001)).result).toEqual({ count: 50_000, limited: true });
});

test('EXPORT-02 an empty last page does not count as limited', async () => {
  const read = logOf(50_000);
  read.mockImplementation((cursor = 0) =>
    Promise.resolve({
      rows: cursor < 50_000 ? Array.from({ length: 1000 }, () => 0) : [],
      next: cursor < 50_000 ? cursor + 1000 : undefined,
    }),
  );
  expect(await collect(read).result).toEqual({ count: 50_000, limited: false });
});

test('an export without rows is an empty file', async () => {
  expect(await collect(logOf(0)).result).toEqual({ count: 0, limited: false });
});

test('after a cancel nothing more is written, and only the pending page is read', async () => {
  const abort = new AbortController();
  const read = logOf(5000);
  const written: number[] = [];
  const result = readRows({
    read,
    write: (rows) => void written.push(...rows),
    onProgress: (count) => {
      if (count === 2000) abort.abort();
    },
    signal: abort.signal,
  });
  await expect(result).rejects.toThrow(/abort/i);
  expect(read).toHaveBeenCalledTimes(3);
  expect(written).toHaveLength(2000);
});

test('the next page is read while one is written, and its error is thrown in order', async () => {
  const read = logOf(5000);
  const under = vi.fn<() => void>();
  read.mockImplementationOnce(() => Promise.resolve({ rows: [1, 2], next: 2 }));
  read.mockRejectedValueOnce(new Error('Network error'));
  const result = readRows({
    read,
    write: () => {
      if (read.mock.calls.length === 2) under();
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(result).rejects.toThrow('Network error');
  expect(under).toHaveBeenCalledOnce();
});

test('an error ends the export', async () => {
  const read = logOf(5000);
  read.mockRejectedValueOnce(new Error('Network error'));
  await expect(collect(read).result).rejects.toThrow('Network error');
});
