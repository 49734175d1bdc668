import * as v from 'valibot';

/** What a function's process is told first. */
export const bootMessageSchema = v.object({
  type: v.literal('boot'),
  /** The function as one file. */
  bundle: v.string(),
  /** Where it is to listen: a socket's path, or a pipe's name. */
  socket: v.string(),
  /** What `Deno.env` holds. */
  environment: v.record(v.string(), v.string()),
  /** The most memory, in bytes. */
  memoryLimit: v.number(),
  /** The most time of the processor at a stretch, in milliseconds. */
  cpuLimit: v.number(),
});

/** See bootMessageSchema. */
export type BootMessage = v.InferOutput<typeof bootMessageSchema>;

/** Asks the process to finish what it does, and to end. */
export const retireMessageSchema = v.object({ type: v.literal('retire') });

/** What the process says when it answers calls. */
export const readyMessageSchema = v.object({ type: v.literal('ready') });

/** What the thread that watches the limits is given. */
export const watchSchema = v.object({ beats: v.instance(SharedArrayBuffer), cpuLimit: v.number() });
