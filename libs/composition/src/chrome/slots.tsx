import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The slots around a screen that the screen can fill. */
export type SlotName = 'header-start' | 'header-end';

interface Slots {
  elements: Partial<Record<SlotName, HTMLElement>>;
  register: (name: SlotName, element: HTMLElement | null) => void;
}

const SlotsContext = createContext<Slots | null>(null);

function useSlots(): Slots {
  const slots = useContext(SlotsContext);
  if (!slots) throw new Error('Slots need a SlotsProvider');
  return slots;
}

/** Connects slots with their content. */
export function SlotsProvider({ children }: { children: ReactNode }) {
  const [elements, setElements] = useState<Slots['elements']>({});
  const register = useCallback((name: SlotName, element: HTMLElement | null) => {
    setElements(({ [name]: _previous, ...others }) =>
      element ? { ...others, [name]: element } : others,
    );
  }, []);
  const slots = useMemo(() => ({ elements, register }), [elements, register]);
  return <SlotsContext value={slots}>{children}</SlotsContext>;
}

/** A slot in the shell that the current screen can fill. Uses no space while it is empty. */
export function Slot({ name }: { name: SlotName }) {
  const { register } = useSlots();
  const reference = useCallback(
    (element: HTMLElement | null) => register(name, element),
    [name, register],
  );
  return <div ref={reference} style={{ display: 'contents' }} />;
}

/** Renders its children into a slot while it is mounted, e.g. a sidebar toggle into `header-start`. */
export function Fill({ slot, children }: { slot: SlotName; children: ReactNode }) {
  const element = useSlots().elements[slot];
  return element ? createPortal(children, element) : null;
}
