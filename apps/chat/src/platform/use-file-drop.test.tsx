// @vitest-environment jsdom
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFileDrop } from './use-file-drop';

const onDrop = vi.fn<(files: File[]) => void>();

function Area() {
  const { dragging, area, zone } = useFileDrop(onDrop);
  return (
    <>
      <nav>Sidebar</nav>
      <div {...area}>
        <p>Messages</p>
        {dragging && <p {...zone}>Drop files</p>}
      </div>
    </>
  );
}

/** Fires a drag event with files, as browsers do: jsdom has no data transfer. */
function drag(type: 'dragEnter' | 'dragLeave' | 'drop', text: string) {
  const element = screen.getByText(text);
  const event = createEvent[type](element);
  const files = [new File(['Monday'], 'roster.txt')];
  Object.assign(event, { dataTransfer: { types: ['Files'], files } });
  fireEvent(element, event);
}
const isOffered = () => screen.queryByText('Drop files') !== null;

test('files can be dropped while they are over the area, its zone included', () => {
  render(<Area />);
  drag('dragEnter', 'Messages');
  expect(isOffered()).toBe(true);
  drag('dragEnter', 'Drop files');
  drag('dragLeave', 'Messages');
  expect(isOffered()).toBe(true);
  drag('drop', 'Drop files');
  expect(isOffered()).toBe(false);
  expect(onDrop.mock.lastCall?.[0]).toHaveLength(1);
});

test('a drag that is cancelled before it reaches the zone leaves no zone', () => {
  render(<Area />);
  drag('dragEnter', 'Messages');
  drag('dragLeave', 'Messages');
  expect(isOffered()).toBe(false);
});

test('files that move to another part of the page leave no zone', () => {
  render(<Area />);
  drag('dragEnter', 'Messages');
  drag('dragEnter', 'Sidebar');
  drag('dragLeave', 'Messages');
  expect(isOffered()).toBe(false);
});
