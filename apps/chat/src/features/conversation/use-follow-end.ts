import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Closer to the end than this counts as being there, in pixels. */
const AT_END = 24;

interface FollowEnd {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Its content, whose growth is followed. */
  content: RefObject<HTMLDivElement | null>;
  following: boolean;
  /** Goes to the end and stays there. */
  toEnd: () => void;
}

/**
 * Keeps the end of a growing text in sight while the reader is there. Only the reader's own scrolling ends that, and
 * only their return begins it again: a text that grows never decides.
 */
export function useFollowEnd(): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const [following, setFollowing] = useState(true);

  const follow = useCallback((next: boolean) => {
    isFollowing.current = next;
    setFollowing(next);
  }, []);
  const pin = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);
  const toEnd = useCallback(() => {
    follow(true);
    pin();
  }, [follow, pin]);

  useLayoutEffect(() => {
    if (content.current === null) return;
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) pin();
    });
    observer.observe(content.current);
    if (scroller.current) observer.observe(scroller.current);
    pin();
    return () => observer.disconnect();
  }, [pin]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let before = element.scrollTop;
    let height = element.scrollHeight;
    const wheel = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollTop > 0) follow(false);
    };
    const scroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      // Content that shrank moves the view up as well; that is not the reader.
      const movedUp = scrollTop < before - 1 && scrollHeight >= height;
      if (movedUp) follow(false);
      else if (scrollTop > before && scrollHeight - scrollTop - clientHeight < AT_END) follow(true);
      before = scrollTop;
      height = scrollHeight;
    };
    element.addEventListener('wheel', wheel, { passive: true });
    element.addEventListener('scroll', scroll, { passive: true });
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('scroll', scroll);
    };
  }, [follow]);

  return { scroller, content, following, toEnd };
}
