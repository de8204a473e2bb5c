// @vitest-environment jsdom
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIntent } from './use-intent';

const request = vi.fn<(text: string | null) => void>();

function Links() {
  const intent = useIntent(({ target }) => request((target as Element).textContent));
  return (
    <nav {...intent}>
      <a href="/first">First</a>
      <a href="/second">Second</a>
    </nav>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  render(<Links />);
});
afterEach(() => void vi.useRealTimers());

/** Moves a pointer onto a link; jsdom has no pointer events. */
function moveOnto(name: string, pointerType: string) {
  const link = screen.getByRole('link', { name });
  const event = createEvent.pointerOver(link);
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  fireEvent(link, event);
}

test('INSTANT-29 the mouse requests what it rests on, and nothing that it passes over', () => {
  moveOnto('First', 'mouse');
  vi.advanceTimersByTime(50);
  moveOnto('Second', 'mouse');
  vi.advanceTimersByTime(79);
  expect(request).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(request.mock.calls).toEqual([['Second']]);
});

test('INSTANT-29 a press and the focus request at once; a finger that moves does not', () => {
  moveOnto('First', 'touch');
  vi.advanceTimersByTime(200);
  expect(request).not.toHaveBeenCalled();
  fireEvent.pointerDown(screen.getByRole('link', { name: 'First' }));
  fireEvent.focus(screen.getByRole('link', { name: 'Second' }));
  expect(request.mock.calls).toEqual([['First'], ['Second']]);
});
