import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';

/** A mail or an SMS in the inbox. The recipient of an SMS is an E.164 number with its plus sign. */
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

/** The maximum number of messages in a list. */
const MAX_LISTED = 200;

/** The messages of the inbox. They are in the database, so that a mail and its token are stored in one transaction. */
export class MessageStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Adds a message in the transaction of the queries. Returns its id. */
  async add(queries: Queries, message: Omit<Message, 'id' | 'createdAt'>): Promise<string> {
    const id = randomUUID();
    await queries.run(
      `insert into local_supabase.inbox_messages (id, channel, sender, recipient, subject, text_part, html_part)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, message.channel, message.from, message.to, message.subject, message.text, message.html],
    );
    return id;
  }

  /** The latest messages, newest first, optionally of one recipient: an email address, or a phone number with or without plus sign and spaces. */
  list(recipient?: string): Promise<Message[]> {
    return this.#queries.rows(
      messageRow,
      `select ${MESSAGE_COLUMNS} from local_supabase.inbox_messages
       where $1::text is null or lower(recipient) = lower($1) order by position desc limit ${String(MAX_LISTED)}`,
      [readRecipient(recipient)],
    );
  }

  /** The message with this id. */
  async find(id: string): Promise<Message | undefined> {
    if (!v.is(v.pipe(v.string(), v.uuid()), id)) return undefined;
    return this.#queries.first(messageRow, `select ${MESSAGE_COLUMNS} from local_supabase.inbox_messages where id = $1`, [id]);
  }

  /** Deletes all messages, or all messages to a recipient. */
  async clear(recipient?: string): Promise<void> {
    await this.#queries.run('delete from local_supabase.inbox_messages where $1::text is null or lower(recipient) = lower($1)', [
      readRecipient(recipient),
    ]);
  }
}

/** Normalises a recipient. An unescaped plus sign in a URL query arrives as a space, so numbers are recognised by their digits. */
function readRecipient(given: string | undefined): string | null {
  if (given === undefined) return null;
  return /^[+\s\d]+$/.test(given) ? `+${given.replace(/\D/g, '')}` : given;
}
