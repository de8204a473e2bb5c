import { expect, type Locator, type Page } from '@playwright/test';

/** The messages of the open conversation. */
export class Thread {
  readonly page: Page;
  readonly region: Locator;
  readonly rows: Locator;
  readonly jump: Locator;
  readonly earlier: Locator;
  /** Latest announcement to screen readers. */
  readonly announcement: Locator;

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('region', { name: 'Messages' });
    this.rows = this.region.locator('[data-row]');
    this.jump = page.getByRole('button', { name: 'Jump to latest' });
    this.earlier = page.getByRole('button', { name: 'Show earlier messages' });
    this.announcement = page.locator('[data-outside-dialogs] [aria-live=polite]').first();
  }

  message(id: string): Locator {
    return this.region.locator(`[data-message="${id}"]`);
  }

  /** Message by its text, of either author. */
  withText(words: string): Locator {
    return this.region.getByRole('article').filter({ hasText: words });
  }

  /** Returns the distance of the scroll position from the end, in pixels. */
  fromEnd(): Promise<number> {
    return this.region.evaluate((element) =>
      Math.round(element.scrollHeight - element.scrollTop - element.clientHeight),
    );
  }

  /** Scrolls the messages with the wheel; negative is up. Resolves once scrolling has stopped. */
  async wheel(pixels: number) {
    const box = await this.region.boundingBox();
    if (!box) throw new Error('The messages are not on the screen');
    await this.page.mouse.move(box.x + box.width / 2, box.y + 40);
    const turned = await this.region.evaluateHandle((element) => ({
      arrived: new Promise((resolve) => {
        element.addEventListener('wheel', resolve, { once: true, passive: true });
      }),
    }));
    await this.page.mouse.wheel(0, pixels);
    await turned.evaluate(async ({ arrived }) => void (await arrived));
    await this.atRest();
  }

  /** Scrolls up until a message is rendered. Each turn is smaller than what is rendered above the view. */
  async wheelUpTo(id: string) {
    for (let turn = 0; (await this.message(id).count()) === 0; turn += 1) {
      if (turn === 60) {
        const state = await this.region.evaluate(({ scrollTop, scrollHeight, textContent }) => ({
          scrollTop,
          scrollHeight,
          first: textContent?.slice(0, 200),
        }));
        throw new Error(`Not rendered after ${turn} turns: ${JSON.stringify(state)}`);
      }
      await this.wheel(-300);
    }
  }

  /** Waits until scrolling has stopped: every row has the same position for two frames. */
  async atRest() {
    const places = () =>
      this.region.evaluate(async (element) => {
        const read = () =>
          [...element.querySelectorAll('[data-row]')]
            .map((row) => `${row.getAttribute('data-row')} ${row.getBoundingClientRect().top}`)
            .join();
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const before = read();
        await frame();
        await frame();
        return read() === before;
      });
    await expect.poll(places).toBe(true);
  }

  /** Returns the topmost fully visible message, and its distance below the edge. */
  findFirstVisible(): Promise<{ id: string; top: number }> {
    return this.region.evaluate((element) => {
      const edge = element.getBoundingClientRect().top;
      for (const article of element.querySelectorAll('[data-message]')) {
        const top = article.getBoundingClientRect().top - edge;
        if (top >= 0) return { id: article.getAttribute('data-message') ?? '', top };
      }
      throw new Error('No message in sight');
    });
  }

  /** Returns the distance of a message below the upper edge, in pixels. */
  measureTop(id: string): Promise<number> {
    return this.region.evaluate((element, wanted) => {
      const article = element.querySelector(`[data-message="${wanted}"]`);
      if (!article) throw new Error('This message is not drawn');
      return article.getBoundingClientRect().top - element.getBoundingClientRect().top;
    }, id);
  }

  /** An action of a message: Copy, Edit, Regenerate, Continue … */
  action(message: Locator, name: string): Locator {
    return message.getByRole('button', { name, exact: true });
  }
}
