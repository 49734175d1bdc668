import * as v from 'valibot';
import { explainedErrorSchema } from './error-report.ts';

/** Path of the WebSocket that tells tabs about builds. */
export const BUILDS_PATH = '/__atrium/development/builds';

const buildErrorSchema = v.object({ title: v.string(), ...explainedErrorSchema.entries });

/** An error of a build. */
export type BuildError = v.InferOutput<typeof buildErrorSchema>;

/** What the server tells tabs: a build began, succeeded or failed. A tab that connects gets the latest message. */
export const buildMessageSchema = v.variant('type', [
  v.object({ type: v.literal('building') }),
  /** `hash` contains the hash of each part (`__webpack_hash__`). */
  v.object({ type: v.literal('built'), hash: v.string() }),
  v.object({ type: v.literal('failed'), errors: v.array(buildErrorSchema) }),
]);

/** See {@link buildMessageSchema}. */
export type BuildMessage = v.InferOutput<typeof buildMessageSchema>;
