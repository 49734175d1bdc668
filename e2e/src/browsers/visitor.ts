import { expect } from '@playwright/test';
import * as v from 'valibot';
import type { BrowserDriver, ElementKind, PageElement } from './driver.ts';

/** Milliseconds until an element or a text must have appeared. A release may be tried twice before the page shows. */
const TIMEOUT = 30_000;

/**
 * A visitor of a site in any browser. Every call waits for what it needs, and finds elements as people do: by their
 * accessible name or their visible text.
 */
export class Visitor {
  readonly #driver: BrowserDriver;
  readonly #site: string;

  constructor(driver: BrowserDriver, site: string) {
    this.#driver = driver;
    this.#site = site;
  }

  /** Loads a path of the site, or a full URL. */
  async open(address: string): Promise<void> {
    await this.#driver.open(new URL(address, this.#site).href);
  }

  async click(kind: 'button' | 'link' | 'menuitem', name: string): Promise<void> {
    await this.#use(kind, name, (element) => element.click());
  }

  async fill(label: string, text: string): Promise<void> {
    await this.#use('field', label, (element) => element.type(text));
  }

  /** Waits until an element with this accessible name is visible. */
  async sees(kind: ElementKind, name: string): Promise<void> {
    await this.#use(kind, name, () => Promise.resolve());
  }

  async seesText(text: string): Promise<void> {
    await expect.poll(() => this.visibleText(), { message: `The page shows "${text}".`, timeout: TIMEOUT }).toContain(text);
  }

  async seesNoText(text: string): Promise<void> {
    await expect.poll(() => this.visibleText(), { message: `The page does not show "${text}".`, timeout: TIMEOUT }).not.toContain(text);
  }

  /** Waits until the URL has this path. */
  async isAt(path: string): Promise<void> {
    await expect.poll(() => this.evaluate('location.pathname', v.string()), { message: 'the path of the page', timeout: TIMEOUT }).toBe(path);
  }

  /** The text of the page as it is rendered, without hidden parts. */
  visibleText(): Promise<string> {
    return this.evaluate('document.body.innerText', v.string());
  }

  /** Evaluates an expression in the page. */
  async evaluate<Schema extends v.GenericSchema>(expression: string, schema: Schema): Promise<v.InferOutput<Schema>> {
    return v.parse(schema, await this.#driver.evaluate(expression));
  }

  /** Returns to the tab after a while in another one: the tab then checks for new releases, at most once in five seconds. */
  async returnToTab(): Promise<void> {
    await this.#driver.evaluate("void window.dispatchEvent(new Event('focus'))");
  }

  /** Finds and uses an element. React may replace it between the two steps, so both are repeated together. */
  async #use(kind: ElementKind, name: string, action: (element: PageElement) => Promise<void>): Promise<void> {
    await expect(async () => {
      const [element, second] = await this.#driver.find(kind, name);
      if (element === undefined) throw new Error(`No ${kind} with the name "${name}" is visible at ${await this.evaluate('location.href', v.string())}.`);
      if (second !== undefined && kind !== 'heading') throw new Error(`More than one ${kind} has the name "${name}".`);
      await action(element);
    }).toPass({ timeout: TIMEOUT });
  }
}
