const LABELS: Readonly<Record<string, string>> = {
  wrong: "It's wrong",
  outdated: "It's out of date",
  incomplete: 'Something is missing',
  unclear: "It's hard to understand",
  off_topic: "It doesn't answer the question",
  harmful: 'It could harm someone',
  private: 'It shows private information',
  disrespectful: "It's disrespectful",
  other: 'Something else',
};

/** Returns the label of a reason of feedback. */
export function feedbackReasonLabel(reason: string): string {
  return LABELS[reason] ?? reason;
}
