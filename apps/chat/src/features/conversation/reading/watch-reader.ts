import { isAtEnd } from './reading-positions';

/** Callbacks of the reader's moves in a scroll container; scrolling by the page itself is not reported. */
export interface ReaderMoves {
  /** They scroll up, or are about to. */
  up: () => void;
  /** They scroll somewhere that is neither up nor the end. */
  elsewhere: () => void;
  /** They reached the end. */
  toEnd: () => void;
  /** They request the start or the end. A native scroll would be cut short by rows that are measured on its way. */
  wish: (position: 'start' | 'end') => void;
  /** The scroll offset changed, by reader or page. */
  moved: () => void;
}

/** Watches which of reader and page scrolls an element. */
export interface ReaderWatch {
  /** Must be called after each scroll by the page itself, so that it is not attributed to the reader. */
  placed: () => void;
  stop: () => void;
}

const UP_KEYS = new Set(['ArrowUp', 'PageUp']);

/**
 * Distinguishes the reader's scrolling from the page's own. After a wheel, touch, key, scrollbar or focus input, the
 * reader is scrolling until the scroll settles. Assistive technology scrolls without any input; its way up is detected
 * if content and window have an unchanged size: a browser that clamps `scrollTop` moves the view up as well.
 */
export function watchReader(element: HTMLElement, moves: ReaderMoves): ReaderWatch {
  const listening = new AbortController();
  let isReader = false;
  let isDragging = false;
  let isMovingFocus = false;
  let touchY = 0;
  // The page sets the offset before anything is painted. Reading it now would lay out the first message in the
  // keystroke that sent it.
  let top = 0;
  let height = 0;
  let windowHeight = 0;

  function on<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) {
    element.addEventListener(type, listener, { passive: true, signal: listening.signal });
  }
  function input(isUp: boolean) {
    isReader = true;
    if (isUp && element.scrollTop > 0) moves.up();
  }
  function placed() {
    top = element.scrollTop;
    height = element.scrollHeight;
    windowHeight = element.clientHeight;
    isMovingFocus = false;
  }
  /**
   * Checks whether the reader scrolled up, apart from inputs that report it themselves. The browser clamps by as much
   * as content shrank and the window grew. Unless a scrollbar or the focus moves, any change of size casts doubt:
   * content can shrink and grow again before the scroll is reported, as a row does that was estimated too high.
   */
  function isReaderGoingUp() {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const clamp = Math.max(0, height - scrollHeight) + Math.max(0, clientHeight - windowHeight);
    const isSameSize = scrollHeight === height && clientHeight === windowHeight;
    return top - scrollTop > clamp + 1 && (isDragging || isMovingFocus || isSameSize);
  }

  on('wheel', ({ deltaY, ctrlKey }) => {
    if (!ctrlKey && deltaY !== 0) input(deltaY < 0);
  });
  on('touchstart', ({ touches }) => (touchY = touches[0]?.clientY ?? 0));
  on('touchmove', ({ touches }) => {
    const y = touches[0]?.clientY ?? touchY;
    if (y !== touchY) input(y > touchY);
    touchY = y;
  });
  function keyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (target instanceof HTMLTextAreaElement || altKey || metaKey) return;
    if (key === 'Home' || key === 'End') {
      event.preventDefault();
      moves.wish(key === 'Home' ? 'start' : 'end');
    } else if (!ctrlKey) input(UP_KEYS.has(key) || (key === ' ' && shiftKey));
  }
  element.addEventListener('keydown', keyDown, { signal: listening.signal });
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible'))
      isReader = isMovingFocus = true;
  });
  // A press on the element itself is one on its scrollbar; its content has separate targets.
  on('pointerdown', ({ target }) => {
    if (target === element) isReader = isDragging = true;
  });
  const released = () => (isDragging = false);
  addEventListener('pointerup', released, { signal: listening.signal });
  on('scrollend', () => {
    if (!isDragging) isReader = false;
  });
  on('scroll', () => {
    const { scrollTop } = element;
    if (isReaderGoingUp()) moves.up();
    else if (scrollTop > top && isAtEnd(element)) moves.toEnd();
    else if (isReader && scrollTop !== top) moves.elsewhere();
    placed();
    moves.moved();
  });
  return { placed, stop: () => listening.abort() };
}
