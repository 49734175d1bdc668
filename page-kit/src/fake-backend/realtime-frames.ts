import * as v from 'valibot';

/** A message of a Phoenix channel (serializer 2.0.0 of @supabase/realtime-js). */
export interface Message {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

const textSchema = v.tuple([v.nullable(v.string()), v.nullable(v.string()), v.string(), v.string(), v.unknown()]);

/** The kind byte of a client's broadcast, and the number of header bytes after it. */
const BROADCAST_PUSH = 3;
const LENGTHS = 6;
const JSON_ENCODING = 1;

/** Decodes a frame of a client. */
export function readFrame(frame: string | ArrayBuffer): Message {
  if (typeof frame === 'string') {
    const [joinRef, ref, topic, event, payload] = v.parse(textSchema, JSON.parse(frame));
    return { joinRef, ref, topic, event, payload };
  }
  const bytes = new Uint8Array(frame);
  const [kind, joinRefSize = 0, refSize = 0, topicSize = 0, eventSize = 0, metaSize = 0, encoding] = bytes;
  if (kind !== BROADCAST_PUSH || encoding !== JSON_ENCODING) throw new TypeError('The fake backend takes broadcasts of JSON only.');
  let offset = 1 + LENGTHS;
  const take = (size: number) => new TextDecoder().decode(bytes.slice(offset, (offset += size)));
  const [joinRef, ref, topic, event] = [take(joinRefSize), take(refSize), take(topicSize), take(eventSize)];
  take(metaSize);
  const payload: unknown = JSON.parse(new TextDecoder().decode(bytes.slice(offset)));
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: { type: 'broadcast', event, payload } };
}

/** Encodes a message for a client. */
export function writeFrame({ joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify([joinRef, ref, topic, event, payload]);
}
