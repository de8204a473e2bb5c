import { persisted } from '@homie/store';

/** True if this browser notifies the user of replies that end while the page is hidden. */
export const replyNotifications = persisted<boolean>('reply-notifications', {
  parse: (text) => text === 'on',
  format: (on) => (on ? 'on' : null),
});
