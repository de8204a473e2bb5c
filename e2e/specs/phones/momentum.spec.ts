import { expect, FIRST_WORDS, test } from '../../fixtures/held-replies.ts';
import { PHONE } from '../../fixtures/phone.ts';

test.use(PHONE);

/** Distance from the end, in pixels, at which a reader has left it. */
const AWAY = 300;

test('momentum scrolling up during a stream is not pulled back to the end', async ({
  page,
  openLongConversation,
  replies,
}) => {
  const { chat, thread } = await openLongConversation('Garden', 60);
  replies.hold();
  await chat.composer.fill('What can you do?');
  await chat.send.click();
  await expect(chat.replies.last()).toContainText(FIRST_WORDS);

  const distances = await thread.region.evaluateHandle((element) => {
    const seen: number[] = [];
    function record() {
      seen.push(element.scrollHeight - element.scrollTop - element.clientHeight);
      requestAnimationFrame(record);
    }
    record();
    return seen;
  });
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((y) => ({ x: 180, y })) });
  await touch('touchStart', 200);
  for (let y = 230; y <= 700; y += 30) await touch('touchMove', y);
  await expect.poll(() => thread.fromEnd()).toBeGreaterThan(AWAY);
  // The rest of the reply arrives while the finger, or the momentum after it, still scrolls.
  replies.finish();
  await touch('touchEnd');
  await expect(chat.replies.last()).toHaveAttribute('aria-busy', 'false');
  await thread.atRest();

  const seen = await distances.jsonValue();
  const left = seen.findIndex((distance) => distance > AWAY);
  expect(Math.min(...seen.slice(left))).toBeGreaterThan(AWAY);
  await expect(thread.jump).toBeVisible();
});
