/** The versions of the frame format (`vsn`) that realtime-js speaks. */
export const protocolVersions = ['1.0.0', '2.0.0'] as const;

/** See protocolVersions. */
export type ProtocolVersion = (typeof protocolVersions)[number];

/** A broadcast whose payload is passed on as the bytes that came. */
export class UserBroadcast {
  readonly event: string;
  readonly body: Buffer;
  /** Whether the body is JSON; otherwise bytes that only version 2.0.0 can carry. */
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

/** Bytes that are no message. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}
