import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { startWorker } from './start-worker';

/** Pixels of a picture in a PDF: larger ones are left out, because they would take more memory than phones have. */
const PICTURE_PIXELS_MAX = 2 ** 26;

/**
 * Downloads and opens a PDF in a worker of its own, which stops when the signal is aborted.
 * @param getUrl requests a link, which is valid for moments only
 * @throws the error of `getUrl` or of PDF.js; TypeError if the file cannot be loaded
 */
export async function openPdf(
  getUrl: () => Promise<string>,
  signal: AbortSignal,
): Promise<PDFDocumentProxy> {
  const data = await download(await getUrl(), signal);
  const port = await startWorker();
  const worker = PDFWorker.create({ port });
  const failed = new Promise<never>((_, reject) =>
    port.addEventListener('error', () => reject(new TypeError('The worker failed.'))),
  );
  const task = getDocument({
    data,
    worker,
    // The content security policy permits neither code from text nor WebAssembly.
    isEvalSupported: false,
    useWasm: false,
    maxImageSize: PICTURE_PIXELS_MAX,
  });
  const stop = () => {
    void task.destroy().finally(() => port.terminate());
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return Promise.race([task.promise, failed]);
}

async function download(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`The file could not be loaded (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
