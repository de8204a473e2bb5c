import type { Conversation, Handover } from '@homie/contracts';
import { useLazyModule } from '../platform/use-lazy-module';
import { WhenLoaded } from '../platform/when-loaded';

const loadReceived = () => import('../features/handovers/received-handovers');

function load() {
  // Needed right after: the Markdown renderer loads in parallel.
  import('../markdown').catch(() => undefined);
  return import('../features/conversation/handed-over/handed-over-view');
}

interface ReceivedProps {
  handovers: readonly Handover[];
  selectedId: string | null;
  onChoose: (() => void) | undefined;
}

/** The handovers to the user, in the sidebar. */
export function Received(props: ReceivedProps) {
  return props.handovers.length > 0 && <LoadedReceived {...props} />;
}

function LoadedReceived(props: ReceivedProps) {
  const { module } = useLazyModule(loadReceived);
  return module && <module.ReceivedHandovers {...props} />;
}

/** The handovers that the user has not opened, on the welcome screen. */
export function NewHandovers(props: Pick<ReceivedProps, 'handovers'>) {
  return props.handovers.length > 0 && <LoadedNew {...props} />;
}

function LoadedNew(props: Pick<ReceivedProps, 'handovers'>) {
  const { module } = useLazyModule(loadReceived);
  return module && <module.NewHandoverCards {...props} />;
}

interface HandedOverProps {
  handoverId: string;
  onContinued: (conversation: Conversation) => void;
  onFailure: () => void;
}

/** The handover that the address names. */
export function HandedOver({ onFailure, ...view }: HandedOverProps) {
  return (
    <WhenLoaded load={load} onFailure={onFailure}>
      {({ HandedOverView }) => <HandedOverView key={view.handoverId} {...view} />}
    </WhenLoaded>
  );
}
