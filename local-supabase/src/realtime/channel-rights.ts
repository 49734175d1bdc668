import type { Database } from '../database/database.ts';
import type { Claims } from '../keys/claims.ts';
import { readable, writable } from './message-policies.ts';
import type { Extension } from './message-policies.ts';

/** Whom the policies are asked about. */
interface Question {
  database: Database;
  claims: Claims;
  topic: string;
}

/** What somebody may do in a topic. Of a private one the policies decide, each question once until the token changes, as hosted. */
export class ChannelRights {
  readonly #ask: Question | undefined;
  readonly #reads = new Map<Extension, boolean>();
  #writes: Set<Extension> | undefined;

  private constructor(ask: Question | undefined) {
    this.#ask = ask;
  }

  /** Everybody's rights in a public topic: all. */
  static ofPublic(): ChannelRights {
    return new ChannelRights(undefined);
  }

  /** Somebody's rights in a private topic. */
  static ofPrivate(database: Database, claims: Claims, topic: string): ChannelRights {
    return new ChannelRights({ database, claims, topic });
  }

  /** Whether this may be received, as far as it has been asked. */
  reads(extension: Extension): boolean {
    return !this.#ask || this.#reads.get(extension) === true;
  }

  /** Asks what may be received, if it has not been asked yet. */
  async askReads(...extensions: Extension[]): Promise<void> {
    const open = extensions.filter((extension) => !this.#reads.has(extension));
    if (!this.#ask || open.length === 0) return;
    const { database, claims, topic } = this.#ask;
    const allowed = await readable(database, claims, topic, open);
    for (const extension of open) this.#reads.set(extension, allowed.has(extension));
  }

  /** Whether this may be sent. */
  async mayWrite(extension: Extension): Promise<boolean> {
    if (!this.#ask) return true;
    const { database, claims, topic } = this.#ask;
    this.#writes ??= await writable(database, claims, topic, ['broadcast', 'presence']);
    return this.#writes.has(extension);
  }

  /** Whether something could be received before that cannot be any more. */
  hasLost(before: ChannelRights): boolean {
    return [...before.#reads].some(([extension, allowed]) => allowed && this.#reads.get(extension) === false);
  }
}
