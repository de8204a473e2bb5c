import { extractText, getDocumentProxy } from 'unpdf';
import { storeExchanges } from '../../fixtures/stored-messages.ts';
import { expect, test } from '../../fixtures/shared-page.ts';

const STEPS = Array.from({ length: 90 }, (_, row) => `| ${row + 1} | Do task ${row + 1}. |`);
const TABLE = ['| Step | What to do |', '|---|---|', ...STEPS].join('\n');
const CODE = Array.from({ length: 120 }, (_, line) => `const line${line} = ${line};`).join('\n');

test('OUT-16 the PDF of a long conversation has every message, fills its pages, and repeats the header of a table', async ({
  page,
  server,
  openConversation,
}) => {
  const { chat, conversation } = await openConversation('On paper');
  const small = Array.from({ length: 30 }, (_, turn) => ({
    question: `Question ${turn + 1}?`,
    reply: `Reply ${turn + 1}.`,
  }));
  await storeExchanges(server, conversation.id, [
    { question: 'Which steps are there?', reply: TABLE },
    { question: 'Which lines are there?', reply: `\`\`\`ts\n${CODE}\n\`\`\`` },
    ...small,
  ]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(chat.replies.last()).toContainText('Reply 30.');
  await page.evaluate(() => {
    window.print = () => dispatchEvent(new Event('beforeprint'));
  });
  await page.getByRole('button', { name: 'Conversation actions' }).click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  // The suggested name of the file.
  await expect(page).toHaveTitle('On paper');

  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm' } });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  const first = text.find((words) => words.includes('Which steps are there?'));
  expect(first).toContain('Do task 1.');
  expect(text.find((words) => words.includes('Which lines are there?'))).toContain('const line0');
  const withSteps = text.filter((words) => words.includes('Do task'));
  expect(withSteps.length).toBeGreaterThan(1);
  for (const words of withSteps) expect(words).toContain('What to do');
  const all = text.join('\n');
  for (const { question, reply } of small) {
    expect(all).toContain(question);
    expect(all).toContain(reply);
  }
  expect(all).toContain('const line119 = 119;');
});
