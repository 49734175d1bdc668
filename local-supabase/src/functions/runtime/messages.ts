import * as v from 'valibot';

/** The first message to a function process. */
export const bootMessageSchema = v.object({
  type: v.literal('boot'),
  /** The bundled function. */
  bundle: v.string(),
  /** Where to listen: the path of a socket, or the name of a pipe. */
  socket: v.string(),
  /** The variables of `Deno.env`. */
  environment: v.record(v.string(), v.string()),
  /** The memory limit, in bytes. */
  memoryLimit: v.number(),
  /** The limit of CPU time without yielding, in milliseconds. */
  cpuLimit: v.number(),
});

/** See bootMessageSchema. */
export type BootMessage = v.InferOutput<typeof bootMessageSchema>;

/** Asks the process to finish its work and to end. */
export const retireMessageSchema = v.object({ type: v.literal('retire') });

/** Says that the process accepts calls. */
export const readyMessageSchema = v.object({ type: v.literal('ready') });

/** The data of the watchdog thread. */
export const watchSchema = v.object({ beats: v.instance(SharedArrayBuffer), cpuLimit: v.number() });
