import type { BrowserContext } from '@playwright/test';

/**
 * Requests whose refusal is normal, and which Chromium reports: recovery codes of people who have none (404), and the factors of a session
 * that a log-out ended meanwhile (403).
 */
const OFTEN_REFUSED = ['/auth/v1/factors/recovery-codes', '/auth/v1/user'];

/**
 * The warnings and errors in the console of a test's pages, including uncaught errors and refusals by the
 * Content-Security-Policy. A test fails with a message that it did not allow.
 */
export class ConsoleMessages {
  readonly #messages: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (OFTEN_REFUSED.some((address) => message.location().url.endsWith(address))) return;
      if (message.type() === 'error' || message.type() === 'warning') this.#messages.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#messages.push(`uncaught: ${error.error().message}`));
  }

  /** Allows messages that the test provokes. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** All messages, allowed or not. */
  get messages(): readonly string[] {
    return this.#messages;
  }

  /** The messages that the test does not allow. */
  get unexpected(): string[] {
    return this.#messages.filter((message) => !this.#allowed.some((pattern) => pattern.test(message)));
  }
}

/** Chromium's own message about a response with an error status, or a missing response. */
export const FAILED_REQUEST = /^error: Failed to load resource/;
