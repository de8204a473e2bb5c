import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { Box } from '../layout/box.ts';
import { MenuRow, type MenuItem } from './menu-item.tsx';
import { createMenuKeys } from './menu-keys.ts';
import { menuPosition } from './menu-position.ts';
import { useBack } from './use-back.ts';

/** A shadow at the lower edge if there are more items; the scrolling layer covers it at the end. */
const scrollHint =
  'linear-gradient(to top, {colors.bg.surface} 60%, transparent) bottom / 100% 2rem no-repeat local, linear-gradient(to top, {colors.border.default}, transparent) bottom / 100% 0.75rem no-repeat {colors.bg.surface}';

/** Props of {@link MenuList}. */
export interface MenuListProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  align: 'start' | 'end';
  trigger: HTMLElement;
  /** The item with the focus when the menu opens. */
  start: 'first' | 'last';
  onNavigate?: ((href: string) => void) | undefined;
  /** @param refocus true to return the focus to the trigger */
  onClose: (refocus: boolean) => void;
}

/** The open menu. Rendered inside the dialog that contains its trigger, if any, else at the end of the page. */
export function MenuList(props: MenuListProps) {
  const { id, label, items, header, align, trigger, start, onNavigate } = props;
  const list = useRef<HTMLDivElement>(null);
  const [keys] = useState(createMenuKeys);
  const [position, setPosition] = useState<{ top: number; left: number }>();
  const close = useEffectEvent(props.onClose);
  useBack(() => props.onClose(true));

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-menu-item]') ?? [])];

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    const { offsetWidth: width, offsetHeight: height } = element;
    setPosition(menuPosition(trigger.getBoundingClientRect(), { width, height }, viewport, align));
  }, [trigger, align]);

  const isPositioned = position !== undefined;
  useLayoutEffect(() => {
    if (isPositioned)
      rows()
        .at(start === 'first' ? 0 : -1)
        ?.focus({ preventScroll: true });
  }, [isPositioned, start]);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (list.current?.contains(target) || trigger.contains(target)) return;
      close(false);
    };
    const onMove = () => close(false);
    // The page moves away under the menu when the user scrolls it, but not when a reply streams in.
    const onWheel = ({ target }: WheelEvent) => {
      if (target instanceof Node && !list.current?.contains(target)) close(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('wheel', onWheel, { passive: true });
    window.addEventListener('resize', onMove);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('wheel', onWheel);
      window.removeEventListener('resize', onMove);
    };
  }, [trigger]);

  function choose(item: MenuItem, event: MouseEvent) {
    if (item.disabled) return event.preventDefault();
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (item.href !== undefined && onNavigate && !modified) {
      event.preventDefault();
      onNavigate(item.href);
    }
    props.onClose(true);
    item.onSelect?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      // Escape closes the menu only, not the dialog around it; Tab continues from the trigger.
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      return props.onClose(true);
    }
    const all = rows();
    const index = all.findIndex((row) => row === document.activeElement);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return all[index]?.click();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const labels = items.map((item) => item.label);
    const next = keys.next(event.key, index, labels, event.timeStamp);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  return createPortal(
    <Box
      ref={list}
      // A landmark, so that the content at the end of the page is inside of one.
      as="section"
      aria-label={label}
      position="fixed"
      style={position ?? { top: 0, left: 0 }}
      visibility={isPositioned ? 'visible' : 'hidden'}
      zIndex="menu"
      minWidth="52"
      maxWidth="min(20rem, calc(100vw - 16px))"
      maxHeight="calc(100dvh - 16px)"
      overflowY="auto"
      background={scrollHint}
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="lg"
      boxShadow="float"
      padding="1.5"
      animation="appear 120ms ease-out"
      onKeyDown={onKeyDown}
    >
      {header && (
        <Box
          paddingInline="2.5"
          paddingTop="1.5"
          paddingBottom="2.5"
          marginBottom="1.5"
          borderBottomWidth="1px"
          borderColor="border.subtle"
        >
          {header}
        </Box>
      )}
      <div id={id} role="menu" aria-label={label}>
        {items.map((item) => (
          <MenuRow key={item.id} item={item} onChoose={choose} />
        ))}
      </div>
    </Box>,
    trigger.closest('[role=dialog],[role=alertdialog]') ?? document.body,
  );
}
