import type { BrowserContext } from '@playwright/test';

/** Chromium's reports of refusals that are normal: recovery codes of people who have none, and the factors of a session that has ended meanwhile. */
const NORMAL_REFUSALS = [
  { address: '/auth/v1/factors/recovery-codes', status: '404' },
  { address: '/auth/v1/user', status: '403' },
];

/** The address of its source, at the end of a message. Only the text has to be allowed. */
const ADDRESS = / \([^()\s]*\)$/;

/** What actions log whose session ended while they waited for the service. */
const ENDED_MEANWHILE = /AuthApiError, code: session_expired, status: 409/;

/**
 * The warnings and errors in the console of a test's pages, including uncaught errors and refusals by the
 * Content-Security-Policy. A test fails with a message that it did not allow.
 */
export class ConsoleMessages {
  readonly #messages: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      const text = message.text();
      const { url } = message.location();
      if (ENDED_MEANWHILE.test(text)) return;
      if (NORMAL_REFUSALS.some(({ address, status }) => url.endsWith(address) && text.includes(`status of ${status} `))) return;
      if (message.type() === 'error' || message.type() === 'warning') this.#messages.push(`${message.type()}: ${text} (${url})`);
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
    return this.#messages.filter((message) => !this.#allowed.some((pattern) => pattern.test(message.replace(ADDRESS, ''))));
  }
}

/** Chromium's own message about a response with an error status, or a missing response. */
export const FAILED_REQUEST = /^error: Failed to load resource/;
