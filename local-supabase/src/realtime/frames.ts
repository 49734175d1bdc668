import * as v from 'valibot';

/** The versions of the frame format (`vsn`) that realtime-js uses. */
export const PROTOCOL_VERSIONS = ['1.0.0', '2.0.0'] as const;

/** See PROTOCOL_VERSIONS. */
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** A JSON object, not an array. */
export const jsonObject = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
);

/** A broadcast whose payload is forwarded as raw bytes. */
export class UserBroadcast {
  readonly event: string;
  readonly body: Buffer;
  /** Whether the body is JSON. Only version 2.0.0 can send other bytes. */
  readonly json: boolean;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(event: string, body: Buffer, json: boolean, meta?: Readonly<Record<string, unknown>>) {
    this.event = event;
    this.body = body;
    this.json = json;
    this.meta = meta;
  }
}

/** A message of Phoenix channels. */
export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Readonly<Record<string, unknown>> | UserBroadcast;
}

/** A frame that is not a valid message. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

const ref = v.nullish(v.string(), null);

const objectSchema = v.object({ join_ref: ref, ref, topic: v.string(), event: v.string(), payload: jsonObject });
const arraySchema = v.looseTuple([v.nullable(v.string()), v.nullable(v.string()), v.string(), v.string(), jsonObject]);

/** A message with a JSON payload. */
interface TextMessage extends Omit<Message, 'payload'> {
  payload: Readonly<Record<string, unknown>>;
}

/** Parses a text frame: an object in version 1.0.0, an array in 2.0.0 (Phoenix.Socket.V1.JSONSerializer, V2). @throws FrameError */
export function parseTextFrame(version: ProtocolVersion, text: string): Message {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new FrameError('The frame is not JSON.', { cause });
  }
  if (version === '1.0.0') {
    const parsed = v.safeParse(objectSchema, json);
    if (!parsed.success) throw new FrameError('Expected {"topic", "event", "payload", "ref", "join_ref"}.');
    const { join_ref: joinRef, ...message } = parsed.output;
    return { joinRef, ...message };
  }
  const parsed = v.safeParse(arraySchema, json);
  if (!parsed.success) throw new FrameError('Expected [join_ref, ref, topic, event, payload].');
  const [joinRef, messageRef, topic, event, content] = parsed.output;
  return { joinRef, ref: messageRef, topic, event, payload: content };
}

/** Formats a text frame. */
export function formatTextFrame(version: ProtocolVersion, { joinRef, ref: messageRef, topic, event, payload: content }: TextMessage): string {
  return version === '1.0.0'
    ? JSON.stringify({ ref: messageRef, topic, event, payload: content })
    : JSON.stringify([joinRef, messageRef, topic, event, content]);
}

// The binary frames of realtime-js's serializer (lib/serializer.ts): a kind, the lengths of the fields in one byte each,
// whether the payload is JSON, the fields, and the payload.
const USER_BROADCAST_PUSH_KIND = 3;
const USER_BROADCAST_KIND = 4;
const JSON_ENCODING = 1;
const MAX_FIELD_BYTES = 255;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new FrameError('The payload of the frame is not valid JSON.', { cause });
  }
}

/** Parses a binary frame of version 2.0.0, which is a broadcast. @throws FrameError */
export function parseBinaryFrame(frame: Buffer): Message {
  if (frame[0] !== USER_BROADCAST_PUSH_KIND || frame.length < 7) throw new FrameError('The binary frame is not a broadcast.');
  const encoding = frame[6];
  let offset = 7;
  const [joinRef = '', ref = '', topic = '', event = '', meta = ''] = [1, 2, 3, 4, 5].map((position) => {
    const end = offset + (frame[position] ?? 0);
    if (end > frame.length) throw new FrameError('The binary frame is truncated.');
    const field = frame.toString('utf8', offset, end);
    offset = end;
    return field;
  });
  const body = frame.subarray(offset);
  // Receivers would fail to parse invalid JSON.
  if (encoding === JSON_ENCODING) parseJson(body);
  if (meta !== '' && !v.is(jsonObject, parseJson(Buffer.from(meta)))) throw new FrameError('The metadata of the frame is not an object.');
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: new UserBroadcast(event, body, encoding === JSON_ENCODING) };
}

/** Formats a broadcast as a binary frame, or undefined if a field is too long. */
function formatBinaryFrame(topic: string, { event, body, json, meta }: UserBroadcast): Buffer | undefined {
  const fields = [topic, event, meta === undefined ? '' : JSON.stringify(meta)].map((field) => Buffer.from(field));
  if (fields.some((field) => field.length > MAX_FIELD_BYTES)) return undefined;
  return Buffer.concat([Buffer.from([USER_BROADCAST_KIND, ...fields.map((field) => field.length), json ? JSON_ENCODING : 0]), ...fields, body]);
}

/**
 * Formats a broadcast for a receiver, or undefined if the receiver's version cannot express it: bytes that are not JSON in version 1.0.0
 * or with a topic or event of more than 255 bytes.
 */
export function formatBroadcast(version: ProtocolVersion, topic: string, broadcast: Message['payload']): string | Buffer | undefined {
  if (version === '2.0.0' && broadcast instanceof UserBroadcast) {
    const frame = formatBinaryFrame(topic, broadcast);
    if (frame) return frame;
  }
  const payload = broadcast instanceof UserBroadcast ? toJson(broadcast) : broadcast;
  return payload && formatTextFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload });
}

function toJson({ event, body, json, meta }: UserBroadcast): Record<string, unknown> | undefined {
  if (!json) return undefined;
  return { type: 'broadcast', event, payload: JSON.parse(body.toString('utf8')) as unknown, ...(meta && { meta }) };
}
