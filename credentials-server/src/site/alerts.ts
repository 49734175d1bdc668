import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { moduleManifestOf, type LogEntry } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { AlertSettings } from '../config/settings.ts';

/** What has happened. */
interface Alert {
  readonly type: 'release.quarantined' | 'release.failing' | 'store.unavailable' | 'store.available';
  /** For people. */
  readonly text: string;
  readonly data: Readonly<Record<string, string | null>>;
}

/** A release that fails for many visitors and stays where it is. */
interface FailingRelease {
  readonly name: string;
  readonly release: string;
  readonly place: string;
  /** When its reports began, in milliseconds since 1970. */
  readonly since: number;
  readonly reason: string;
}

/** Milliseconds for the receiver to answer. */
const TIMEOUT_MS = 5_000;

/** Milliseconds before each further attempt. */
const RETRY_DELAYS_MS = [1_000, 10_000, 60_000];

/** The number of alerts that are remembered, so that each is sent once. */
const MAX_REMEMBERED = 1_000;

/**
 * Tells the owner of a webhook when visitors lose something: a release that went into quarantine or fails, or a store that
 * is unavailable. Alerts follow Standard Webhooks (https://www.standardwebhooks.com), and their `text` is what chat services show.
 * Several servers can send the same alert; its `webhook-id` is then the same.
 */
export class Alerts {
  readonly #settings: AlertSettings;
  readonly #store: ReleaseStore;
  readonly #sent = new Set<string>();
  readonly #stop = new AbortController();
  readonly #delays: readonly number[];
  #log: FastifyBaseLogger | undefined;
  /** When the store became unavailable, in ISO 8601; null while it is available. */
  #unavailableSince: string | null = null;

  /** @param delays milliseconds before each further attempt */
  constructor(settings: AlertSettings, store: ReleaseStore, delays: readonly number[] = RETRY_DELAYS_MS) {
    this.#settings = settings;
    this.#store = store;
    this.#delays = delays;
  }

  /** Logs what cannot be delivered with the server's log, and gives up when the server closes. */
  attachTo(server: FastifyInstance): void {
    this.#log = server.log;
    server.addHook('onClose', (_server, done) => {
      this.#stop.abort();
      done();
    });
  }

  /** A pointer was moved. Only quarantine is an alert. */
  moved({ name, quarantined, release: live, who, why, revision }: LogEntry): void {
    if (quarantined === null) return;
    void this.#about(name, quarantined, (owner) => ({
      key: [revision],
      type: 'release.quarantined',
      text: `${who} put release ${quarantined} of ${name} (${owner ?? 'no owner'}) in quarantine: ${why}. ${live === null ? 'Nothing replaces it.' : `Visitors get ${live}.`}`,
      data: { module: name, release: quarantined, owner, live, by: who, reason: why },
    }));
  }

  /** A release fails for many visitors, and is not put in quarantine. */
  failing({ name, release, place, since, reason }: FailingRelease): void {
    void this.#about(name, release, (owner) => ({
      // Once a day, while it fails.
      key: [name, release, since, new Date().toISOString().slice(0, 10)],
      type: 'release.failing',
      text: `The ${place} release ${release} of ${name} (${owner ?? 'no owner'}) is failing: ${reason}.`,
      data: { module: name, release, owner, place, reason },
    }));
  }

  /** @param error null if the store is available again */
  storeReported(error: Error | null): void {
    if (error === null) {
      const since = this.#unavailableSince;
      this.#unavailableSince = null;
      if (since !== null) void this.#send([since], { type: 'store.available', text: 'The release store is available again.', data: { since } });
    } else if (this.#unavailableSince === null) {
      const since = new Date().toISOString();
      this.#unavailableSince = since;
      void this.#send([since], { type: 'store.unavailable', text: 'The release store is unavailable. Live releases stay live, and no release can be published.', data: { since } });
    }
  }

  async #about(name: string, release: string, describe: (owner: string | null) => Alert & { readonly key: readonly unknown[] }): Promise<void> {
    const owner = await this.#store.readManifest(name, release).then((reading) => moduleManifestOf(reading)?.owner ?? null, () => null);
    const { key, ...alert } = describe(owner);
    await this.#send(key, alert);
  }

  /** Sends an alert once. It never throws. @param key what makes two alerts of a type the same */
  async #send(key: readonly unknown[], { type, text, data }: Alert): Promise<void> {
    const id = `alert_${createHash('sha256').update(JSON.stringify([type, ...key])).digest('hex').slice(0, 32)}`;
    if (this.#sent.has(id)) return;
    const [oldest] = this.#sent;
    if (this.#sent.size >= MAX_REMEMBERED && oldest !== undefined) this.#sent.delete(oldest);
    this.#sent.add(id);
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), text: escapeForChat(text), data });
    for (let attempt = 0; ; attempt += 1) {
      const problem = await this.#attempt(id, body);
      if (problem === null) return;
      const delay = this.#delays[attempt];
      if (delay === undefined || this.#stop.signal.aborted) {
        // The path of the URL is often a secret.
        this.#log?.error({ alert: type, receiver: new URL(this.#settings.url).host, problem }, 'an alert could not be delivered');
        return;
      }
      await pause(delay, undefined, { ref: false, signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  /** @returns why the receiver does not have the alert; null if it has */
  async #attempt(id: string, body: string): Promise<string | null> {
    const { url, key } = this.#settings;
    const time = String(Math.floor(Date.now() / 1000));
    const signature = key && createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    try {
      const { ok, status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': time, ...(signature && { 'webhook-signature': `v1,${signature}` }) },
        body,
        redirect: 'error',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return ok ? null : `status ${String(status)}`;
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  }
}

/** So that the reason of a move cannot contain a mention or a link (https://docs.slack.dev/messaging/formatting-message-text#escaping). */
function escapeForChat(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
