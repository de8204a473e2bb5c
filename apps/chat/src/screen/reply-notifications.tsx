import { replyNotifications, useStore } from '@homie/composition';
import type { Handover } from '@homie/contracts';
import { useLazyModule } from '../platform/use-lazy-module';

const load = () => import('../features/notifications/notify-of-replies');

interface ReplyNotificationsProps {
  /** The handovers to the user, once they are loaded. */
  handovers: readonly Handover[] | undefined;
}

/** Notifies the user of replies and handovers, if that is switched on in this browser. */
export function ReplyNotifications(props: ReplyNotificationsProps) {
  return useStore(replyNotifications) && <Loaded {...props} />;
}

function Loaded({ handovers }: ReplyNotificationsProps) {
  const { module } = useLazyModule(load);
  return (
    module && (
      <>
        <module.NotifyOfReplies />
        {handovers && <module.NotifyOfHandovers handovers={handovers} />}
      </>
    )
  );
}
