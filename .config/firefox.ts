import { createRequire } from 'node:module';

/** The part of the driver's WebSocket class that {@link supportFirefox} uses. */
interface DriverSocket {
  prototype: {
    send(data: string, ...rest: unknown[]): void;
    emit(event: 'message', data: Buffer, isBinary: boolean): boolean;
  };
}

/**
 * Makes Playwright 1.65 work with the stock Firefox ESR 153, by changing what it sends:
 * - Acknowledges `emulation.setMediaFeaturesOverride`, which this Firefox lacks. Playwright sends it for each context and
 *   fails if it is refused. `emulateMedia` has no effect as a result.
 * - `fill()` inserts text as an edit of the user. Playwright assigns `value`, which React does not take for a change.
 */
export function supportFirefox(): void {
  const { ws }: { ws: DriverSocket } = createRequire(import.meta.url)(
    'playwright-core/lib/utilsBundle',
  );
  const { prototype } = ws;
  const { send } = prototype;
  prototype.send = function (data, ...rest) {
    if (!data.includes('"emulation.setMediaFeaturesOverride"'))
      return send.call(
        this,
        data.replaceAll(
          'bidiInsertText(window, text);',
          "window.document.execCommand('insertText', false, text);",
        ),
        ...rest,
      );
    const { id }: { id: number } = JSON.parse(data);
    const answer = Buffer.from(JSON.stringify({ type: 'success', id, result: {} }));
    queueMicrotask(() => this.emit('message', answer, false));
  };
}
