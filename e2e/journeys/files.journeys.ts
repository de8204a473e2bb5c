import type { Tab } from './drivers/driver.ts';
import { createChatPage } from './chat.ts';
import { test } from './journey.ts';

/** Dispatches the drop or paste events of a file on the focused element: no driver can drop or paste files. */
function handOver(tab: Tab, how: 'drop' | 'paste', name: string) {
  return tab.evaluate(
    ({ event, fileName }) => {
      const data = new DataTransfer();
      data.items.add(new File(['The rent is due.'], fileName, { type: 'text/plain' }));
      const target = document.activeElement ?? document.body;
      const init = { bubbles: true, cancelable: true };
      if (event === 'paste') {
        // Not a ClipboardEvent: Firefox removes the files from one that a script creates.
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

test('attaches files by drop, paste and file chooser, and sends them in one message', async ({
  file,
  openConversation,
}) => {
  const { screen } = await openConversation('Lease');
  const chat = createChatPage(screen);
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
