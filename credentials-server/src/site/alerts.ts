import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { moduleManifestOf, type LogEntry } from '@atrium/releases/model';
import { StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
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

/** Milliseconds for the receiver to respond. */
const TIMEOUT_MS = 5_000;

/** Milliseconds before each further attempt. */
const RETRY_DELAYS_MS = [1_000, 10_000, 60_000, 600_000];

/** Milliseconds for which the store has to be unavailable. A single slow request is no alert. */
const UNAVAILABLE_MS = 60_000;

/** Times in milliseconds. */
interface AlertTimes {
  /** Before each further attempt. */
  readonly retryDelays: readonly number[];
  /** For which the store has to be unavailable. */
  readonly unavailable: number;
}

/** The number of alerts that are remembered, so that each is sent once. */
const MAX_REMEMBERED = 1_000;

/**
 * Tells the owner of a webhook when visitors lose something: a release that went into quarantine or fails, or a store that
 * is unavailable. Alerts follow Standard Webhooks (https://www.standardwebhooks.com), and Slack shows their `text`. They arrive in
 * the order in which things happened.
 */
export class Alerts {
  readonly #settings: AlertSettings;
  readonly #store: ReleaseStore;
  readonly #sent = new Set<string>();
  readonly #stop = new AbortController();
  readonly #times: AlertTimes;
  #queue: Promise<void> = Promise.resolve();
  #log: FastifyBaseLogger | undefined;
  /** The outage of the store; null while it is available. */
  #outage: { readonly since: string; readonly timer: NodeJS.Timeout; alerted: boolean } | null = null;

  constructor(settings: AlertSettings, store: ReleaseStore, times: AlertTimes = { retryDelays: RETRY_DELAYS_MS, unavailable: UNAVAILABLE_MS }) {
    this.#settings = settings;
    this.#store = store;
    this.#times = times;
  }

  /** Writes alerts that cannot be delivered to the server's log, and stops when the server closes. */
  attachTo(server: FastifyInstance): void {
    this.#log = server.log;
    server.addHook('onClose', (_server, done) => {
      this.#stop.abort();
      clearTimeout(this.#outage?.timer);
      done();
    });
  }

  /** A pointer was moved. Only quarantine is an alert. */
  moved({ name, quarantined, release: live, who, why, revision }: LogEntry): void {
    if (quarantined === null) return;
    this.#send([revision], async () => {
      const owner = await this.#ownerOf(name, quarantined);
      return {
        type: 'release.quarantined',
        text: `${who} put release ${quarantined} of ${nameWith(name, owner)} in quarantine: ${asSentence(why)} ${live === null ? 'Nothing replaces it.' : `Visitors get ${live}.`}`,
        data: { module: name, release: quarantined, owner, live, by: who, reason: why },
      };
    });
  }

  /** A release fails for many visitors, and is not put in quarantine. */
  failing({ name, release, place, since, reason }: FailingRelease): void {
    // Again on the next day, while it fails.
    this.#send(['failing', name, release, since, new Date().toISOString().slice(0, 10)], async () => {
      const owner = await this.#ownerOf(name, release);
      return {
        type: 'release.failing',
        text: `The ${place} release ${release} of ${nameWith(name, owner)} is failing: ${asSentence(reason)}`,
        data: { module: name, release, owner, place, reason },
      };
    });
  }

  /** @param error null if the store is available again. Errors other than `StoreUnavailableError` cause no alert */
  storeReported(error: Error | null): void {
    if (error === null) {
      const outage = this.#outage;
      this.#outage = null;
      clearTimeout(outage?.timer);
      if (!outage?.alerted) return;
      const { since } = outage;
      this.#send(['available', since], () => ({ type: 'store.available', text: 'The release store is available again.', data: { since } }));
    } else if (error instanceof StoreUnavailableError && this.#outage === null) {
      const since = new Date().toISOString();
      const alert = () => {
        outage.alerted = true;
        this.#send(['unavailable', since], () => ({
          type: 'store.unavailable',
          text: 'The release store is unavailable. Live releases stay live, and no release can be published.',
          data: { since },
        }));
      };
      const outage = { since, timer: setTimeout(alert, this.#times.unavailable).unref(), alerted: false };
      this.#outage = outage;
    }
  }

  /** Null if the release has no owner, or its manifest cannot be read. */
  #ownerOf(name: string, release: string): Promise<string | null> {
    return this.#store.readManifest(name, release).then((reading) => moduleManifestOf(reading)?.owner ?? null, () => null);
  }

  /** Sends an alert once, after those before it. @param key what makes two alerts the same */
  #send(key: readonly unknown[], describe: () => Alert | Promise<Alert>): void {
    const id = `alert_${createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)}`;
    if (this.#sent.has(id)) return;
    const [oldest] = this.#sent;
    if (this.#sent.size >= MAX_REMEMBERED && oldest !== undefined) this.#sent.delete(oldest);
    this.#sent.add(id);
    this.#queue = this.#queue.then(async () => this.#deliver(id, await describe()));
  }

  async #deliver(id: string, { type, text, data }: Alert): Promise<void> {
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), text: escapeForSlack(text), data });
    for (let attempt = 0; ; attempt += 1) {
      const problem = await this.#attempt(id, body);
      if (problem === null) return;
      const delay = this.#times.retryDelays[attempt];
      if (delay === undefined || this.#stop.signal.aborted) {
        // The same alert may be sent again, for example while a release keeps failing.
        this.#sent.delete(id);
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
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': time, ...(signature && { 'webhook-signature': `v1,${signature}` }) },
        body,
        redirect: 'error',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `status ${String(response.status)}`;
    } catch (error) {
      return problemOf(error);
    }
  }
}

/** What a failed request says, without the URL. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
}

function nameWith(name: string, owner: string | null): string {
  return owner === null ? name : `${name} (${owner})`;
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Slack reads `<!channel>` as a mention and `<url|text>` as a link (https://docs.slack.dev/messaging/formatting-message-text#escaping). */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
