import type { Conversation } from '@homie/contracts';
import { whenIdle } from '@homie/ui';
import { useEffect, useState } from 'react';
import { useLazyModule } from '../platform/use-lazy-module';
import { WhenLoaded } from '../platform/when-loaded';

const loadReceived = () => import('../features/handovers/received-handovers');

function load() {
  // Needed right after: the Markdown renderer loads in parallel.
  import('../markdown').catch(() => undefined);
  return import('../features/conversation/handed-over/handed-over-view');
}

interface ReceivedProps {
  userId: string;
  selectedId: string | null;
  onChoose: (() => void) | undefined;
}

/** The handovers to the user, which load while the page is idle: most users have none. */
export function Received(props: ReceivedProps) {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle && <LoadedReceived {...props} />;
}

function LoadedReceived(props: ReceivedProps) {
  const { module } = useLazyModule(loadReceived);
  return module && <module.ReceivedHandovers {...props} />;
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
