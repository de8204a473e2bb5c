import { replyNotifications, useStore } from '@homie/composition';
import { useLazyModule } from '../platform/use-lazy-module';

const load = () => import('../features/notifications/notify-of-replies');

/** Notifies the user of replies, if that is switched on in this browser. */
export function ReplyNotifications() {
  return useStore(replyNotifications) && <Loaded />;
}

function Loaded() {
  const { module } = useLazyModule(load);
  return module && <module.NotifyOfReplies />;
}
