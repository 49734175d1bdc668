/** What may be said of something that was thrown. */
export interface ExceptionFacts {
  /** Name of the error's class; `_OTHER` where it is no error. */
  readonly type: string;
  /** The places that it came through, innermost first, in files of releases: `remote/release/file:line:column`. */
  readonly places: readonly string[];
  /** The remote and the release in whose code it was thrown; undefined where that is not known. */
  readonly remote?: string | undefined;
  readonly release?: string | undefined;
}

/** So many places are told. */
const MOST_PLACES = 8;

/** A name that a class can have. A sentence is none. */
const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,79}$/u;

/** A place in a release's script, as all engines write it in the text of a stack. */
const PLACE = /(https?:\/\/[^\s/()@]+)\/releases\/([a-z0-9-]+)\/([a-z2-7]{16})\/([\w.-]+(?:\/[\w.-]+)*\.js)(?:\?[^\s:]*)?:(\d+):(\d+)/g;

/**
 * What may be said of something that was thrown. Its message is left out, and so is all of its stack but places in files
 * of releases: people's texts, addresses and tokens get into messages, and engines write the message into the stack.
 */
export function exceptionFacts(thrown: unknown): ExceptionFacts {
  if (!(thrown instanceof Error || thrown instanceof DOMException)) return { type: '_OTHER', places: [] };
  const { name, message, stack } = thrown;
  const places = typeof stack === 'string' ? placesIn(withoutMessage(stack, String(message))) : [];
  const [, remote, release] = places[0] ?? [];
  return {
    type: CLASS_NAME.test(name) ? name : 'Error',
    places: places.slice(0, MOST_PLACES).map(([, part, id, file, line, column]) => `${part}/${id}/${file}:${line}:${column}`),
    remote,
    release,
  };
}

/** A message can look like a place. */
function withoutMessage(stack: string, message: string): string {
  return message === '' ? stack : stack.slice(stack.indexOf(message) + message.length);
}

function placesIn(stack: string): string[][] {
  return [...stack.matchAll(PLACE)].map(([, origin = '', ...place]) => [origin, ...place]).filter(([origin]) => origin === location.origin);
}
