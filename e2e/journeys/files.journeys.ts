import type { Tab } from './drivers/driver.ts';
import { createChatPage } from './chat.ts';
import { test } from './journey.ts';

// No driver can drop or paste files: a script dispatches the events.

function dragOver(tab: Tab) {
  return tab.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([''], 'dragged'));
    const init = { bubbles: true, cancelable: true, dataTransfer: data };
    document.activeElement?.dispatchEvent(new DragEvent('dragenter', init));
  }, null);
}

/** Drops a file on what covers the centre of the window, or pastes it into the focused element. */
function handOver(tab: Tab, how: 'drop' | 'paste', name: string) {
  return tab.evaluate(
    ({ event, fileName }) => {
      const data = new DataTransfer();
      data.items.add(new File(['The rent is due.'], fileName, { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      if (event === 'paste') {
        // Not a ClipboardEvent: Firefox removes the files from one that a script creates.
        const paste = new Event('paste', init);
        Object.defineProperty(paste, 'clipboardData', { value: data });
        document.activeElement?.dispatchEvent(paste);
        return;
      }
      document
        .elementFromPoint(innerWidth / 2, innerHeight / 2)
        ?.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }));
    },
    { event: how, fileName: name },
  );
}

test('START-11 a file that is added on the welcome screen goes with the first message, and files by drop, paste and file chooser with the next', async ({
  file,
  newUser,
  openScreen,
}) => {
  const screen = await openScreen(await newUser());
  const lease = await file('lease.txt', 'The rent is due.\n');
  const chooser = screen.field('Files to attach');
  const chat = createChatPage(screen);
  await screen.open('/app');
  await screen.role('radiogroup', 'Assistants').expectVisible();
  await screen.role('textbox', 'First message').fill('Read it');
  await chooser.chooseFiles(lease);
  await chat.expectAttached('lease.txt');
  await chat.composer.expectValue('Read it');
  await screen.button('Send').click();
  await chat.mine.expectText('lease.txt');
  await chat.expectReplied(1);

  for (const [index, how] of (['drop', 'paste'] as const).entries()) {
    await chat.composer.click();
    await chat.composer.expectFocused();
    if (how === 'drop') {
      await dragOver(screen.tab);
      await screen.text('Drop files to attach them').expectVisible();
    }
    await handOver(screen.tab, how, `${how}.txt`);
    await chat.expectAttached(`${how}.txt`);
    await chat.attached.expectCount(index + 1);
  }
  await chooser.chooseFiles(lease);
  await chat.expectAttached('lease.txt');
  await chat.send('Read them');
  for (const name of ['drop.txt', 'paste.txt', 'lease.txt'])
    await chat.mine.last().expectText(name);
  await chat.expectReplied(2);
});
