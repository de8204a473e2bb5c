/** Returns the median of one run, and a line with its results. */
export function summary({ words, answers, busy }) {
  const at = (numbers, share) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;
  const ms = (number) => `${number.toFixed(1)} ms`;
  const median = at(words, 0.5);
  return {
    median,
    line: [
      `median ${ms(median)}`,
      `p95 ${ms(at(words, 0.95))}`,
      `p99 ${ms(at(words, 0.99))} of ${words.length} words`,
      `a small request meanwhile p95 ${ms(at(answers, 0.95))}`,
      `${Math.round(busy * 100)}% of a core`,
    ].join(', '),
  };
}
