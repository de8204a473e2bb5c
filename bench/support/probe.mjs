/**
 * Runs in both compared pages: records frames, long tasks, and the time when a frame with a text was painted.
 * Self-contained, because it is passed to the page as a string.
 */
export function installProbe() {
  /** Resolves with the time after the next frame was painted, in milliseconds since 1970. */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () =>
          resolve(performance.timeOrigin + performance.now()),
        );
        port1.start();
        port2.postMessage(null);
      });
    });
  const extractText = (record) =>
    record.type === 'characterData'
      ? record.target.data
      : [...record.addedNodes].map((node) => node.textContent).join('');

  globalThis.benchProbe = {
    frames: [],
    tasks: [],
    keys: [],
    /**
     * Starts watching a reply. Counting frames requests each of them, which has a cost: do not count where cost is
     * measured. `firstPainted` and `lastPainted` resolve with milliseconds since 1970.
     */
    watch({ begin, end, countFrames = false }) {
      this.frames = [];
      this.tasks = [];
      const marks = [begin, end];
      const awaited = () => {
        let resolve = (/** @type {number | Promise<number>} */ _at) => {};
        const promise = new Promise((settle) => {
          resolve = settle;
        });
        return { promise, resolve };
      };
      const seen = { [begin]: awaited(), [end]: awaited() };
      const observer = new MutationObserver((records) => {
        for (const record of records) {
          while (marks.length > 0 && extractText(record).includes(marks[0])) {
            seen[marks.shift()].resolve(painted());
          }
        }
        if (marks.length === 0) observer.disconnect();
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      this.firstPainted = seen[begin].promise;
      this.lastPainted = seen[end].promise;
      const frame = (time) => {
        this.frames.push(time);
        if (marks.length > 0) requestAnimationFrame(frame);
      };
      if (countFrames) requestAnimationFrame(frame);
    },
    /** Records the time from each keystroke to the paint after it. */
    watchKeys() {
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          void painted().then((time) => this.keys.push(time - performance.timeOrigin - timeStamp));
        },
        { capture: true },
      );
    },
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.benchProbe.tasks.push(duration);
  }).observe({ type: 'longtask' });
}
