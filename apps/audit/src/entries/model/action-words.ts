/** An action as it is shown: with spaces in place of underscores. */
export function actionWords(action: string): string {
  return action.replaceAll('_', ' ');
}

export type ActionTone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger' | 'info' | 'accent';

const TONES: Readonly<Record<string, ActionTone>> = {
  login: 'info',
  conversation_created: 'brand',
  send_message: 'brand',
  upload_file: 'brand',
  web_research: 'brand',
  run_succeeded: 'success',
  run_failed: 'danger',
  denied: 'danger',
};

/** The colour of an action's label: refused and failed stand out, what was taken away does a little, steps of a run do not. */
export function actionTone(action: string): ActionTone {
  const tone = TONES[action];
  if (tone) return tone;
  if (/_(deleted|revoked|unassigned|purged)$/.test(action)) return 'warning';
  if (/_(created|updated|assigned|granted|changed)$/.test(action)) return 'accent';
  return 'neutral';
}
