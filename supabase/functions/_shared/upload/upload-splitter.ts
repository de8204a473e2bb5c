import { AppError } from '@homie/contracts/requests';
import { Base64Decoder, type DecodedBase64 } from './base64-decoder.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const FIRST_ROOM = 4 * 1024;

/**
 * Splits the JSON of a call while it arrives: decodes the text under `body.file` on the fly and stores everything else
 * verbatim, with an empty string in its position. So a file never exists as text, let alone several times.
 *
 * Does not validate the JSON: the parser of the remaining text finds its errors.
 */
export class UploadSplitter {
  /** Endpoint of the call, as soon as it was read. */
  endpoint: string | undefined;
  readonly #maxRest: number;
  readonly #maxFile: number;
  readonly #expected: number;
  #rest: Uint8Array = new Uint8Array(FIRST_ROOM);
  #length = 0;
  #decoder: Base64Decoder | undefined;
  #isInFile = false;
  /** Characters after a backslash within the file. */
  #escape: string | undefined;
  /** For each depth: true if the container is an object, and the key of its next value. */
  readonly #isObject: boolean[] = [];
  readonly #keys: string[] = [];
  #awaitsKey = false;
  #stringStart = -1;
  #isEscaped = false;

  /** @param announced length of the whole call, or 0 if it is not known */
  constructor({
    maxRest,
    maxFile,
    announced = 0,
  }: {
    maxRest: number;
    maxFile: number;
    announced?: number;
  }) {
    this.#maxRest = maxRest;
    this.#maxFile = maxFile;
    this.#expected = Math.ceil((announced * 3) / 4);
  }

  /** @throws AppError payload_too_large if the text without the file is longer than allowed */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#isInFile) {
        at = this.#readFile(chunk, at);
      } else {
        const code = chunk[at] ?? 0;
        at += 1;
        if (this.#stringStart >= 0) this.#readString(code);
        else this.#readStructure(code);
        this.#keep(code);
      }
    }
  }

  /** @returns the JSON without its file, and the file if there was one */
  end(): { rest: Uint8Array; file: DecodedBase64 | undefined } {
    return { rest: this.#rest.subarray(0, this.#length), file: this.#decoder?.end() };
  }

  #readFile(chunk: Uint8Array, start: number): number {
    const decoder = (this.#decoder ??= new Base64Decoder(this.#maxFile, this.#expected));
    let at = start;
    if (this.#escape === undefined) at = decoder.write(chunk, start);
    if (at === chunk.length) return at;
    const code = chunk[at] ?? 0;
    if (this.#escape !== undefined) this.#readEscape(decoder, this.#escape, code);
    else if (code === BACKSLASH) this.#escape = '';
    else if (code === QUOTE) {
      this.#isInFile = false;
      this.#keep(code);
    } else decoder.writeOther(code);
    return at + 1;
  }

  /** Decodes an escape sequence: some encoders write `/` and `+` as `\/` and `\u002B`. */
  #readEscape(decoder: Base64Decoder, before: string, code: number): void {
    const escape = before + String.fromCharCode(code);
    const isLonger = escape.startsWith(String.fromCharCode(LOWER_U)) && escape.length < 5;
    this.#escape = isLonger ? escape : undefined;
    if (isLonger) return;
    const unicode = /^u00([0-9a-f]{2})$/i.exec(escape)?.[1];
    const meant = unicode === undefined ? code : Number.parseInt(unicode, 16);
    if (unicode === undefined && escape !== '/') decoder.refuse();
    else if (decoder.write(Uint8Array.of(meant), 0) === 0) decoder.writeOther(meant);
  }

  #readString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) {
      const text = new TextDecoder().decode(this.#rest.subarray(this.#stringStart, this.#length));
      this.#stringStart = -1;
      if (this.#awaitsKey) this.#keys[this.#isObject.length] = text;
      else if (this.#isAt('endpoint')) this.endpoint ??= text;
    }
  }

  #readStructure(code: number): void {
    switch (code) {
      case QUOTE:
        if (!this.#awaitsKey && this.#isAt('body', 'file') && !this.#decoder) this.#isInFile = true;
        else this.#stringStart = this.#length + 1;
        break;
      case 0x7b: // {
        this.#isObject.push(true);
        this.#awaitsKey = true;
        break;
      case 0x5b: // [
        this.#isObject.push(false);
        this.#awaitsKey = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        this.#isObject.pop();
        this.#awaitsKey = false;
        break;
      case 0x2c: // ,
        this.#awaitsKey = this.#isObject.at(-1) ?? false;
        break;
      case 0x3a: // :
        this.#awaitsKey = false;
        break;
    }
  }

  #isAt(...path: string[]): boolean {
    const depth = this.#isObject.length;
    return (
      depth === path.length &&
      path.every((key, index) => this.#isObject[index] && this.#keys[index + 1] === key)
    );
  }

  #keep(code: number): void {
    if (this.#length === this.#maxRest) throw new AppError('payload_too_large');
    if (this.#length === this.#rest.length) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(this.#rest);
      this.#rest = grown;
    }
    this.#rest[this.#length] = code;
    this.#length += 1;
  }
}
