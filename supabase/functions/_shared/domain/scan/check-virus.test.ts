import { expect, test } from 'vitest';
import { VirusWatch } from './check-virus.ts';
import { Refused } from './refused.ts';
import { EICAR } from './testing/hostile-files.ts';
import { latin1 } from './testing/office-files.ts';

function push(...pieces: readonly string[]): () => void {
  const watch = new VirusWatch();
  return () => pieces.forEach((piece) => watch.push(latin1(piece)));
}

test('finds a virus wherever the chunks are split', () => {
  const text = `${'a'.repeat(100)}${EICAR}${'b'.repeat(100)}`;
  for (let at = 0; at < text.length; at += 1) {
    expect(push(text.slice(0, at), text.slice(at))).toThrow(new Refused('virus'));
    expect(push(text.slice(0, at), text.slice(at, at + 5), text.slice(at + 5))).toThrow(Refused);
  }
  expect(push(...Array.from(text))).toThrow(new Refused('virus'));
});

test('ignores a partial virus, and two halves with bytes in between', () => {
  expect(push(EICAR.slice(0, -1), 'x', EICAR.slice(-1))).not.toThrow();
  expect(push(EICAR.slice(1))).not.toThrow();
});
