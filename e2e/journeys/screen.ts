import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Tab } from './drivers/driver.ts';
import { inspect, type ElementState, type Inspection, type Matcher, type Step } from './in-page.ts';

/** Maximum time to wait for a condition, in milliseconds. */
const PATIENCE_MS = 90_000;

/** Minimum interval between two checks of a condition, in milliseconds. */
const INTERVAL_MS = 50;

const { resolve } = createRequire(import.meta.url);
const testingLibrary = readFileSync(
  path.join(path.dirname(resolve('@testing-library/dom')), '@testing-library/dom.umd.min.js'),
  'utf8',
);

type Text = string | RegExp;

const toMatcher = (text: Text): Matcher =>
  typeof text === 'string' ? text : { source: text.source, flags: text.flags };

const nameOf = (text: Matcher) =>
  typeof text === 'string' ? `'${text}'` : `/${text.source}/${text.flags}`;

function describeStep(step: Step): string {
  if (step.by === 'role')
    return step.role + (step.name === undefined ? '' : ` ${nameOf(step.name)}`);
  if (step.by === 'label') return `field ${nameOf(step.text)}`;
  if (step.by === 'text') return `text ${nameOf(step.text)}`;
  if (step.by === 'containing') return `that contains '${step.text}'`;
  return `number ${step.index}`;
}

/**
 * A lazy query for elements of a screen by role and name. Each use runs the query and waits for its condition. Strings
 * match a whole name or text, regular expressions match a part of it.
 */
export class Target {
  readonly tab: Tab;
  readonly #steps: readonly Step[];

  constructor(tab: Tab, steps: readonly Step[] = []) {
    this.tab = tab;
    this.#steps = steps;
  }

  #and(step: Step): Target {
    return new Target(this.tab, [...this.#steps, step]);
  }

  role(role: string, name?: Text): Target {
    return this.#and({
      by: 'role',
      role,
      ...(name === undefined ? {} : { name: toMatcher(name) }),
    });
  }

  button(name: Text): Target {
    return this.role('button', name);
  }

  link(name: Text): Target {
    return this.role('link', name);
  }

  heading(name: Text): Target {
    return this.role('heading', name);
  }

  /** A form control by its label, hidden or not. */
  field(label: Text): Target {
    return this.#and({ by: 'label', text: toMatcher(label) });
  }

  /** Visible elements whose own text matches. */
  text(text: Text): Target {
    return this.#and({ by: 'text', text: toMatcher(text) });
  }

  /** The matches whose text contains `text`. */
  containing(text: string): Target {
    return this.#and({ by: 'containing', text });
  }

  /** One of the matches, counted from 0; from the end if negative. */
  nth(index: number): Target {
    return this.#and({ by: 'index', index });
  }

  first(): Target {
    return this.nth(0);
  }

  last(): Target {
    return this.nth(-1);
  }

  toString(): string {
    return this.#steps.map(describeStep).join(' › ');
  }

  /** Returns the current state of all matches. */
  async states(options: Omit<Inspection, 'steps'> = {}): Promise<ElementState[]> {
    const inspection = { steps: this.#steps, ...options };
    const states = await this.tab.evaluate(inspect, inspection);
    if (states) return states;
    await this.tab.addScript(testingLibrary);
    return (await this.tab.evaluate(inspect, inspection)) ?? [];
  }

  /** Waits until the matches meet a condition, and returns them. @throws an error with their last state */
  async waitFor(
    condition: string,
    holds: (states: ElementState[]) => boolean,
    options: Omit<Inspection, 'steps'> = {},
  ): Promise<ElementState[]> {
    const deadline = performance.now() + PATIENCE_MS;
    let last: unknown = 'nothing';
    while (performance.now() < deadline) {
      const started = performance.now();
      try {
        const states = await this.states(options);
        if (holds(states)) return states;
        last = states.map(({ text, value, point, isEnabled, receivesClicks }) => ({
          text: text.slice(0, 200),
          value,
          point,
          isEnabled,
          receivesClicks,
        }));
      } catch (error) {
        // The page navigated during the query.
        last = error;
      }
      // Leaves the page idle for at least as long as the query took.
      await delay(Math.max(INTERVAL_MS, performance.now() - started));
    }
    const found = last instanceof Error ? last.message : JSON.stringify(last, null, 1);
    throw new Error(`${this}: ${condition}. Instead: ${found}`);
  }

  async #one(
    condition: string,
    holds: (state: ElementState) => boolean,
    options?: Omit<Inspection, 'steps'>,
  ): Promise<ElementState> {
    const isOnly = ([state, ...others]: ElementState[]) =>
      state !== undefined && others.length === 0 && holds(state);
    const [state] = await this.waitFor(`expected one ${condition}`, isOnly, options);
    if (!state) throw new Error('No state');
    return state;
  }

  /** Waits until a click reaches it and its position is stable. */
  async #clickable(): Promise<ElementState> {
    let before = '';
    return this.#one(
      'that can be clicked',
      ({ isEnabled, receivesClicks, point }) => {
        const now = JSON.stringify(point);
        const isStill = now === before;
        before = now;
        return isEnabled && receivesClicks && isStill;
      },
      { reveal: true },
    );
  }

  async click() {
    await this.tab.click((await this.#clickable()).point);
  }

  /** Focuses it with a click, replaces its text with key presses, and waits for the value. */
  async fill(text: string) {
    await this.click();
    await this.expectFocused();
    await this.tab.press('Mod+A');
    await this.tab.press('Backspace');
    if (text !== '') await this.tab.type(text);
    await this.expectValue(text);
  }

  /** Chooses files, as the file chooser of the operating system does. */
  async chooseFiles(...paths: string[]) {
    await this.#one('file input', () => true, { mark: true });
    await this.tab.chooseFiles('[data-journey]', paths);
  }

  /** Expects one match that is at least partly inside the viewport. */
  async expectVisible() {
    await this.#one('on the screen', ({ visibleRatio }) => visibleRatio > 0);
  }

  /** Expects no match. */
  async expectHidden() {
    await this.expectCount(0);
  }

  async expectCount(count: number) {
    await this.waitFor(`expected ${count}`, (states) => states.length === count);
  }

  /** Expects one match whose text contains `text`. */
  async expectText(text: Text) {
    await this.#one(`with text ${nameOf(toMatcher(text))}`, (state) =>
      typeof text === 'string' ? state.text.includes(text) : text.test(state.text),
    );
  }

  /** Expects one match per text, in this order, each of which contains its text. */
  async expectTexts(texts: readonly string[]) {
    await this.waitFor(
      `expected ${JSON.stringify(texts)}`,
      (states) =>
        states.length === texts.length &&
        states.every(({ text }, index) => text.includes(texts[index] ?? text)),
    );
  }

  async expectValue(value: string) {
    await this.#one(`with value '${value}'`, (state) => state.value === value);
  }

  async expectAttribute(name: string, value: string) {
    await this.#one(`with ${name}=${value}`, ({ attributes }) => attributes[name] === value);
  }

  async expectChecked(isChecked = true) {
    await this.#one(
      isChecked ? 'checked' : 'not checked',
      (state) => state.isChecked === isChecked,
    );
  }

  async expectEnabled(isEnabled = true) {
    await this.#one(isEnabled ? 'enabled' : 'disabled', (state) => state.isEnabled === isEnabled);
  }

  async expectFocused() {
    await this.#one('with the focus', ({ isFocused }) => isFocused);
  }

  /** Expects one match that is completely inside the viewport. */
  async expectWhollyVisible() {
    await this.#one('inside the viewport', ({ visibleRatio }) => visibleRatio > 0.99);
  }
}

/** A tab as a user reads and operates it. */
export class Screen extends Target {
  readonly origin: string;

  constructor(tab: Tab, origin: string) {
    super(tab);
    this.origin = origin;
  }

  /** Opens an address of the product. */
  open(address: string) {
    return this.tab.goto(address.startsWith('/') ? `${this.origin}${address}` : address);
  }

  type(text: string) {
    return this.tab.type(text);
  }

  press(keys: string) {
    return this.tab.press(keys);
  }

  /** Presses Tab until a control has the focus. */
  async tabTo(target: Target) {
    await target.expectEnabled();
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.states())[0]?.isFocused) return;
      await this.tab.press('Tab');
    }
    await target.expectFocused();
  }

  async expectAddress(address: RegExp) {
    await expect.poll(() => this.tab.url(), { timeout: PATIENCE_MS }).toMatch(address);
  }

  /** The latest toast with this text: `status` for a success, `alert` for a failure. */
  toast(text: string, role: 'status' | 'alert' = 'status'): Target {
    return this.role(role).containing(text).first();
  }
}
