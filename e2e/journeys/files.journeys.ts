import type { Tab } from './drivers/driver.ts';
import { chatOf } from './chat.ts';
import { test } from './journey.ts';

/** Dispatches the events of a file that is dropped, or pasted, on the element with the focus. No driver can do either. */
function handOver(tab: Tab, how: 'drop' | 'paste', name: string) {
  return tab.evaluate(
    ({ event, fileName }) => {
      const data = new DataTransfer();
      data.items.add(new File(['The rent is due.'], fileName, { type: 'text/plain' }));
      const target = document.activeElement ?? document.body;
      const init = { bubbles: true, cancelable: true };
      if (event === 'paste') {
        // Not a ClipboardEvent: Firefox drops the files from those that a script makes.
        const paste = new Event('paste', init);
        target.dispatchEvent(Object.defineProperty(paste, 'clipboardData', { value: data }));
        return;
      }
      target.dispatchEvent(new DragEvent('dragenter', { ...init, dataTransfer: data }));
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const zone = document.querySelector('[data-testid=drop-zone]') ?? target;
          zone.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }));
        }),
      );
    },
    { event: how, fileName: name },
  );
}

test('files are attached by drop, by paste and with the file chooser, and sent together', async ({
  file,
  openConversation,
}) => {
  const { screen } = await openConversation('Lease');
  const chat = chatOf(screen);
  for (const [index, how] of (['drop', 'paste'] as const).entries()) {
    await chat.composer.click();
    await chat.composer.expectFocused();
    await handOver(screen.tab, how, `${how}.txt`);
    await chat.expectAttached(`${how}.txt`);
    await chat.attached.expectCount(index + 1);
  }
  await screen.field('Files to attach').chooseFiles(await file('lease.txt', 'The rent is due.\n'));
  await chat.expectAttached('lease.txt');
  await chat.send('Read them');
  for (const name of ['drop.txt', 'paste.txt', 'lease.txt']) await chat.mine.expectText(name);
  await chat.expectReplied(1);
});
