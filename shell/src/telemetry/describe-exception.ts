import { MAX_PLACES } from '@atrium/releases/wire';
import type { RemoteUnavailableError } from '../runtime/site-source.ts';

/** What a tab may send about a thrown value. */
export interface ExceptionDescription {
  /** Name of the error's class; `_OTHER` if it is no error. */
  readonly type: string;
  /** The stack's places in files of releases, innermost first: `remote/release/file:line:column`. */
  readonly places: readonly string[];
  /** The remote and the release whose code threw it; undefined if unknown. */
  readonly remote?: string | undefined;
  readonly release?: string | undefined;
}

/** A valid class name, so that no sentence passes as one. */
const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,79}$/u;

/** A place in a release's script, as all engines write it in a stack. */
const PLACE = /(https?:\/\/[^\s/()@]+)\/releases\/([a-z0-9-]+)\/([a-z2-7]{16})\/([\w.-]+(?:\/[\w.-]+)*\.js)(?:\?[^\s:]*)?:(\d+):(\d+)/g;

/**
 * Describes a thrown value without its message, and with only those places of its stack that are in files of releases:
 * messages can contain users' texts, URLs and tokens, and engines write the message into the stack.
 */
export function describeException(thrown: unknown): ExceptionDescription {
  if (!(thrown instanceof Error || thrown instanceof DOMException)) return { type: '_OTHER', places: [] };
  const { name, message, stack } = thrown;
  const places = typeof stack === 'string' ? placesIn(withoutMessage(stack, String(message))) : [];
  const [, remote, release] = places[0] ?? [];
  return {
    type: CLASS_NAME.test(name) ? name : 'Error',
    places: places.slice(0, MAX_PLACES).map(([, part, id, file, line, column]) => `${part}/${id}/${file}:${line}:${column}`),
    remote,
    release,
  };
}

/** Describes why a part of the site failed, by the value that was thrown, if there is one. */
export function describeFailure({ cause, name }: RemoteUnavailableError): Pick<ExceptionDescription, 'type' | 'places'> {
  const { type, places } = describeException(cause);
  return { type: cause === undefined ? name : type, places };
}

/** Removes the message, which can look like a place. Only V8 writes it into the stack, after the name of the class. */
function withoutMessage(stack: string, message: string): string {
  const before = stack.slice(0, Math.max(0, stack.indexOf(message)));
  const hasMessage = stack.startsWith(message) || before.endsWith(': ');
  return hasMessage ? stack.slice(before.length + message.length) : stack;
}

function placesIn(stack: string): string[][] {
  return [...stack.matchAll(PLACE)].map(([, origin = '', ...place]) => [origin, ...place]).filter(([origin]) => origin === location.origin);
}
