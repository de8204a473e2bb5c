import { replyNotifications, useStore } from '@homie/composition';
import { Switch, Text } from '@homie/ui';
import { useState } from 'react';
import { Section } from '../../layout/section';

const BLOCKED =
  'This browser blocks notifications. Allow them for this site in its settings, then switch them on here.';
const INSECURE = 'Browsers show notifications only of addresses that start with https://.';
const UNSUPPORTED = 'This browser cannot show notifications of this site.';

/** Asks for permission and shows a first notification. Returns why it could not be shown, or null. */
async function showFirst(): Promise<string | null> {
  if (globalThis.isSecureContext === false) return INSECURE;
  if (!('Notification' in globalThis)) return UNSUPPORTED;
  if ((await Notification.requestPermission()) !== 'granted') return BLOCKED;
  try {
    new Notification('Notifications are on');
    return null;
  } catch {
    return UNSUPPORTED; // Chrome on Android has the interface and refuses to construct it.
  }
}

/** Returns true if the user blocked notifications after switching them on. */
const isBlocked = () => 'Notification' in globalThis && Notification.permission === 'denied';

/** The choice whether this browser notifies the user of replies. */
export default function NotificationsScreen() {
  const isOn = useStore(replyNotifications);
  const [problem, setProblem] = useState(() => (isOn && isBlocked() ? BLOCKED : null));

  async function change(next: boolean) {
    const failure = next ? await showFirst() : null;
    setProblem(failure);
    replyNotifications.setState(next && failure === null);
  }

  return (
    <Section
      title="Notifications"
      description="This choice applies in this browser, while the chat is open in one of its tabs."
    >
      <Switch
        label="Notify me when a reply is finished"
        hint="Only while the page is hidden. Notifications contain no text of the conversation."
        checked={isOn && problem === null}
        onChange={(next) => void change(next)}
      />
      {problem !== null && (
        <Text role="alert" tone="danger">
          {problem}
        </Text>
      )}
    </Section>
  );
}
