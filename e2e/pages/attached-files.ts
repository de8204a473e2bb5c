import { expect, type Locator, type Page } from '@playwright/test';
import type { ChosenFile } from '../fixtures/files.ts';

/** File that the page creates itself: for sizes that are too large to send to the browser. */
export interface MadeFile {
  name: string;
  type: string;
  size: number;
}

/** The files in the composer. */
export class AttachedFiles {
  readonly page: Page;
  readonly all: Locator;
  readonly attach: Locator;
  readonly chooser: Locator;
  readonly dropZone: Locator;

  constructor(page: Page) {
    this.page = page;
    this.all = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    this.attach = page.getByRole('button', { name: 'Attach files' });
    // Next to the visible button: conversations that are not on the screen have one, too.
    this.chooser = this.attach.locator('..').getByLabel('Files to attach');
    this.dropZone = page.getByTestId('drop-zone');
  }

  named(name: string): Locator {
    return this.all.filter({ hasText: name });
  }

  progress(name: string): Locator {
    return this.named(name).getByRole('progressbar');
  }

  remove(name: string): Locator {
    return this.named(name).getByRole('button');
  }

  async choose(...files: ChosenFile[]) {
    await this.chooser.setInputFiles(files);
  }

  /** Waits until a file is attached, or restored with a draft. */
  async expectAttached(name: string) {
    await expect(this.named(name)).toHaveAttribute('data-progress', '100');
    await expect(this.progress(name)).toHaveCount(0);
  }

  /** Makes the page drag files that it creates over the conversation. */
  async drag(...files: MadeFile[]) {
    const transfer = await this.page.evaluateHandle((made) => {
      const transfer = new DataTransfer();
      for (const { name, type, size } of made)
        transfer.items.add(new File([new Uint8Array(size)], name, { type }));
      return transfer;
    }, files);
    const area = this.page.getByRole('region', { name: 'Messages' });
    await area.dispatchEvent('dragenter', { dataTransfer: transfer });
    await expect(this.dropZone).toBeVisible();
    return {
      drop: () => this.dropZone.dispatchEvent('drop', { dataTransfer: transfer }),
      /** Leaves the window from the zone, which covers the conversation by then. */
      leave: async () => {
        await this.dropZone.dispatchEvent('dragenter', { dataTransfer: transfer });
        await area.dispatchEvent('dragleave', { dataTransfer: transfer });
        await expect(this.dropZone).toBeVisible();
        await this.dropZone.dispatchEvent('dragleave', { dataTransfer: transfer });
      },
    };
  }
}
