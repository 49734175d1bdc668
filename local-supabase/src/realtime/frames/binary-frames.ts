import * as v from 'valibot';
import { FrameError, UserBroadcast } from './message.ts';
import type { Message } from './message.ts';

// The kinds and layouts of realtime-js's serializer (lib/serializer.ts): a kind, the lengths of the fields that follow in
// one byte each, whether the payload is JSON, the fields, and the payload to the end.
const userBroadcastPush = 3;
const userBroadcast = 4;
const jsonEncoding = 1;
const largestField = 255;

const metaSchema = v.record(v.string(), v.unknown());

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new FrameError('The payload of the frame says that it is JSON and is not.', { cause });
  }
}

/** Reads a binary frame of version 2.0.0: a broadcast. @throws FrameError */
export function parseBinaryFrame(frame: Buffer): Message {
  if (frame[0] !== userBroadcastPush || frame.length < 7) throw new FrameError('The binary frame is no broadcast.');
  const encoding = frame[6];
  let offset = 7;
  const [joinRef = '', ref = '', topic = '', event = '', meta = ''] = [1, 2, 3, 4, 5].map((position) => {
    const end = offset + (frame[position] ?? 0);
    if (end > frame.length) throw new FrameError('The binary frame ends within a field.');
    const field = frame.toString('utf8', offset, end);
    offset = end;
    return field;
  });
  const body = frame.subarray(offset);
  // Whoever receives it would stumble over it.
  if (encoding === jsonEncoding) parseJson(body);
  if (meta !== '' && !v.is(metaSchema, parseJson(Buffer.from(meta)))) throw new FrameError('The metadata of the frame is no object.');
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: new UserBroadcast(event, body, encoding === jsonEncoding) };
}

/** Writes a broadcast as a binary frame; undefined where a field is too long for one. */
export function formatBinaryFrame(topic: string, { event, body, json, meta }: UserBroadcast): Buffer | undefined {
  const fields = [topic, event, meta === undefined ? '' : JSON.stringify(meta)].map((field) => Buffer.from(field));
  if (fields.some((field) => field.length > largestField)) return undefined;
  return Buffer.concat([Buffer.from([userBroadcast, ...fields.map((field) => field.length), json ? jsonEncoding : 0]), ...fields, body]);
}
