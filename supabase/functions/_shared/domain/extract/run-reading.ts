import { isSymbolFont, symbolsText, symbolText, tickBox } from './symbol-text.ts';
import { attribute, type XmlPiece } from './xml-pieces.ts';

/** Reads what the runs of a paragraph show: text, signs, symbols, and the states of form fields. */
export class RunReading {
  /** True if text was hidden. */
  hasHiddenText = false;
  #isText = false;
  #isInRun = false;
  #isHidden = false;
  #font = '';
  /** The tick box of an old form. */
  #box: { checked?: boolean; byDefault?: boolean } | undefined;
  /** The list of an old form. */
  #choice: { entries: string[]; index: number } | undefined;
  /** The state of a tick box whose content follows. */
  #control: boolean | undefined;
  /** The depth within the content of a tick box: only its state counts. */
  #controlDepth = 0;

  /** Returns the visible part of a text. */
  text(text: string): string {
    if (!this.#isText) return '';
    return this.#visible(isSymbolFont(this.#font) ? symbolsText(this.#font, text) : text);
  }

  /** Reads the start of an element, and returns its text. */
  open({ name, attributes, isEmpty }: Extract<XmlPiece, { kind: 'open' }>): string {
    const value = (of = 'val') => attribute(attributes, of);
    switch (name) {
      case 'r':
        this.#isInRun = !isEmpty;
        this.#isHidden = false;
        this.#font = '';
        return '';
      case 't':
        this.#isText = !isEmpty;
        return '';
      case 'tab':
      case 'ptab':
        return this.#visible('\t');
      case 'br':
      case 'cr':
        return this.#visible('\n');
      case 'noBreakHyphen':
        return this.#visible('\u2011');
      case 'sym':
        return this.#visible(
          symbolText(value('font') ?? '', Number.parseInt(value('char') ?? '', 16) || 0),
        );
      case 'rFonts':
        if (this.#isInRun) this.#font = value('ascii') ?? value('hAnsi') ?? '';
        return '';
      case 'vanish':
        if (this.#isInRun) this.#isHidden = isOn(value());
        return '';
      case 'sdtContent':
        return this.#openContent(isEmpty);
      default:
        return this.#openField(name, isEmpty, value);
    }
  }

  /** Reads the end of an element, and returns its text. */
  close(name: string): string {
    if (name === 't') this.#isText = false;
    else if (name === 'r') this.#isInRun = this.#isHidden = false;
    else if (name === 'sdtContent') this.#controlDepth = Math.max(0, this.#controlDepth - 1);
    else if (name === 'checkBox' && this.#box) {
      const { checked, byDefault = false } = this.#box;
      this.#box = undefined;
      return this.#visible(tickBox(checked ?? byDefault));
    } else if (name === 'ddList' && this.#choice) {
      const { entries, index } = this.#choice;
      this.#choice = undefined;
      return this.#visible(entries[index] ?? '');
    }
    return '';
  }

  #openContent(isEmpty: boolean): string {
    const state = this.#control;
    this.#control = undefined;
    if (this.#controlDepth > 0) {
      if (!isEmpty) this.#controlDepth += 1;
      return '';
    }
    if (state === undefined) return '';
    if (!isEmpty) this.#controlDepth = 1;
    return tickBox(state);
  }

  #openField(name: string, isEmpty: boolean, value: (of?: string) => string | undefined): string {
    if (name === 'checkBox') {
      this.#box = {};
      return isEmpty ? this.close(name) : '';
    }
    if (name === 'ddList') this.#choice = { entries: [], index: 0 };
    else if (name === 'listEntry') this.#choice?.entries.push(value() ?? '');
    else if (name === 'result' && this.#choice) this.#choice.index = Number(value() ?? 0);
    else if (name === 'default' && this.#box) this.#box.byDefault = isOn(value());
    else if (name === 'default' && this.#choice) this.#choice.index ||= Number(value() ?? 0);
    else if (name === 'checked' && this.#box) this.#box.checked = isOn(value());
    else if (name === 'checkbox') this.#control = false;
    else if (name === 'checked' && this.#control !== undefined) this.#control = isOn(value());
    return '';
  }

  #visible(text: string): string {
    if (this.#controlDepth > 0) return '';
    if (this.#isHidden) this.hasHiddenText ||= text.trim() !== '';
    return this.#isHidden ? '' : text;
  }
}

/** Returns the value of a switch, which is on if it has none. */
function isOn(value: string | undefined): boolean {
  return !/^(0|false|off)$/i.test(value ?? '1');
}
