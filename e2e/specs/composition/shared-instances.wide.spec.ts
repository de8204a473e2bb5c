import { expect, test } from '../../fixtures/composition.ts';
import { RemoteArea } from '../../pages/remote-area.ts';

test.beforeEach(async ({ composition, page, signIn }) => {
  await composition.compose();
  await signIn(page, 'admin');
});

test('mounting and unmounting a remote a hundred times leaks no nodes or listeners', async ({
  browserName,
  page,
}) => {
  test.skip(browserName === 'firefox', 'The driver of Firefox does not measure the heap.');
  const area = new RemoteArea(page);
  await page.goto('/admin');
  await expect(area.screen('admin')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');

  const mountAndUnmount = (times: number) =>
    area.main.getByRole('button', { name: 'Host the other' }).evaluate(async (button, count) => {
      const until = async (headings: number) => {
        while (document.querySelectorAll('main h1').length !== headings)
          await new Promise(requestAnimationFrame);
      };
      for (let done = 0; done < count; done++) {
        (button as HTMLButtonElement).click(); // found by its role
        await until(2);
        (button as HTMLButtonElement).click();
        await until(1);
      }
    }, times);
  const count = async () => {
    // The second run collects the objects that the first run released.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') };
  };

  // Creates everything that is created only once, e.g. with the first use of a style.
  await mountAndUnmount(10);
  const before = await count();
  await mountAndUnmount(100);
  const after = await count();
  // A leak of one object per mount would add a hundred.
  expect(after.nodes - before.nodes).toBeLessThan(50);
  expect(after.listeners - before.listeners).toBeLessThan(50);
});
