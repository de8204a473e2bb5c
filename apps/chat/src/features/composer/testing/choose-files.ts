import { createEvent, fireEvent, screen } from '@testing-library/react';

const BrowserFile = File;

/** A file whose content can be read: those of jsdom cannot. */
export function file(name: string, { size = 5, type = 'text/plain' } = {}): File {
  const content = { arrayBuffer: async () => new ArrayBuffer(5) };
  const read = { size: { value: size }, slice: { value: () => content } };
  return Object.defineProperties(
    Object.assign(new BrowserFile(['x'], name, { type }), content),
    read,
  );
}
/** A PDF of a size in bytes. */
export const pdf = (name: string, size: number) => file(name, { size, type: 'application/pdf' });

/** Chooses files with the button of the composer. */
export const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Files to attach'), { target: { files } });

/** Pastes text and files into the message. */
export function paste(text: string, ...files: File[]) {
  const field = screen.getByRole('textbox');
  const event = createEvent.paste(field);
  const list = Object.assign(files, { item: (index: number) => files[index] ?? null });
  Object.assign(event, { clipboardData: { files: list, getData: () => text } });
  fireEvent(field, event);
}
