import { useEffect, useEffectEvent } from 'react';
import type { EventDetail, EventName } from '../contract/site.ts';
import { siteHost } from './site-host.ts';

type Listener = (detail: never) => void;

const listeners = new Map<string, Set<Listener>>();

/**
 * Sends an event to the modules that listen in this tab. There may be no listener, and later listeners do not receive it: store
 * information that must not be lost. Each listener gets its own copy of the detail. A listener that throws is reported
 * and affects neither the other listeners nor the sender.
 *
 * @throws DataCloneError when the detail cannot be copied
 */
export function sendSiteEvent<Name extends EventName>(name: Name, detail: EventDetail<Name>): void {
  // Copied first, so that a detail that cannot be copied fails here, whether or not there are listeners.
  const original = structuredClone(detail);
  siteHost()?.onEvent?.(name, structuredClone(original));
  for (const listener of [...(listeners.get(name) ?? [])]) {
    const copy = structuredClone(original);
    try {
      (listener as (detail: EventDetail<Name>) => void)(copy);
    } catch (error) {
      reportError(new Error(`A listener of the event ${name} failed.`, { cause: error }));
    }
  }
}

/** Calls the listener for each event of that name, until the returned function is called. For a module's `start`. */
export function onSiteEvent<Name extends EventName>(name: Name, listener: (detail: EventDetail<Name>) => void): () => void {
  const group = listeners.get(name) ?? new Set();
  // A wrapper for each subscription, because two callers can pass the same function.
  const own = (detail: EventDetail<Name>) => listener(detail);
  listeners.set(name, group.add(own));
  return () => group.delete(own);
}

/** Calls the listener for each event of that name while the component is mounted. */
export function useSiteEvent<Name extends EventName>(name: Name, listener: (detail: EventDetail<Name>) => void): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => onSiteEvent(name, (detail) => onEvent(detail)), [name]);
}
