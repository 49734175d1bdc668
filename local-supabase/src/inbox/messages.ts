import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';

/** A mail or an SMS that was not sent but kept. The recipient of an SMS is a number in international form (E.164), with its plus sign. */
export interface Message {
  id: string;
  channel: 'email' | 'sms';
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** ISO 8601. */
  createdAt: string;
}

const messageRow = v.pipe(
  v.object({
    id: v.string(),
    channel: v.picklist(['email', 'sms']),
    sender: v.string(),
    recipient: v.string(),
    subject: v.string(),
    text_part: v.string(),
    html_part: v.nullable(v.string()),
    created_at: v.string(),
  }),
  v.transform(
    (row): Message => ({
      id: row.id,
      channel: row.channel,
      from: row.sender,
      to: row.recipient,
      subject: row.subject,
      text: row.text_part,
      html: row.html_part,
      createdAt: row.created_at,
    }),
  ),
);

const MESSAGE_COLUMNS = 'id, channel, sender, recipient, subject, text_part, html_part, created_at';

/** How many messages a list shows. */
const MAX_LISTED = 200;

/** The messages of the inbox. They live in the database, so that a mail and the token in it are stored together. */
export class MessageStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Adds a message, within the transaction of the queries. */
  async add(queries: Queries, message: Omit<Message, 'id' | 'createdAt'>): Promise<void> {
    await queries.run(
      `insert into local_supabase.inbox_messages (id, channel, sender, recipient, subject, text_part, html_part)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [randomUUID(), message.channel, message.from, message.to, message.subject, message.text, message.html],
    );
  }

  /** The newest messages, newest first; with a recipient (an address, or a number with or without plus sign and spaces), only theirs. */
  list(recipient?: string): Promise<Message[]> {
    return this.#queries.rows(
      messageRow,
      `select ${MESSAGE_COLUMNS} from local_supabase.inbox_messages
       where $1::text is null or lower(recipient) = lower($1) order by position desc limit ${String(MAX_LISTED)}`,
      [readRecipient(recipient)],
    );
  }

  /** The message of an id. */
  async find(id: string): Promise<Message | undefined> {
    if (!v.is(v.pipe(v.string(), v.uuid()), id)) return undefined;
    return this.#queries.first(messageRow, `select ${MESSAGE_COLUMNS} from local_supabase.inbox_messages where id = $1`, [id]);
  }

  /** Deletes every message, or every one to a recipient. */
  async clear(recipient?: string): Promise<void> {
    await this.#queries.run('delete from local_supabase.inbox_messages where $1::text is null or lower(recipient) = lower($1)', [
      readRecipient(recipient),
    ]);
  }
}

/** In the query of an address an unescaped plus sign arrives as a space, so a number is known by its digits. */
function readRecipient(given: string | undefined): string | null {
  if (given === undefined) return null;
  return /^[+\s\d]+$/.test(given) ? `+${given.replace(/\D/g, '')}` : given;
}
