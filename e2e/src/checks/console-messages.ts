import type { BrowserContext } from '@playwright/test';

/**
 * What the pages of a test wrote to the console as a warning or an error, or threw; refusals of the document's policy
 * are among it. A test fails with noise that it did not allow.
 */
export class Noise {
  readonly #messages: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#messages.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#messages.push(`uncaught: ${error.error().message}`));
  }

  /** The test provokes messages of this kind. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** Every message so far, allowed or not. */
  get messages(): readonly string[] {
    return this.#messages;
  }

  /** The messages that the test did not provoke. */
  get unexpected(): string[] {
    return this.#messages.filter((message) => !this.#allowed.some((pattern) => pattern.test(message)));
  }
}

/** What Chromium itself writes for an answer with an error status, or none. */
export const FAILED_REQUEST = /^error: Failed to load resource/;
