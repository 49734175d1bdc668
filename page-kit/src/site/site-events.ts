import { useEffect, useEffectEvent } from 'react';
import type { EventDetail, EventName } from '../contract/site.ts';
import { siteHost } from './site-host.ts';

type Listener = (detail: never) => void;

const listeners = new Map<string, Set<Listener>>();

/**
 * Tells the modules that listen in this tab that something happened. Nobody has to listen, and who comes later hears
 * nothing of it: what must not be missed belongs into the data. Each listener gets a copy of its own; one that throws
 * is reported, and keeps nothing from the others or from who told.
 *
 * @throws DataCloneError when the detail cannot be copied
 */
export function tellSite<Name extends EventName>(name: Name, detail: EventDetail<Name>): void {
  // Before anybody hears: what cannot be copied fails where it is told, whoever listens.
  const told = structuredClone(detail);
  siteHost()?.told?.(name, structuredClone(told));
  for (const listener of [...(listeners.get(name) ?? [])]) {
    const copy = structuredClone(told);
    try {
      (listener as (detail: EventDetail<Name>) => void)(copy);
    } catch (error) {
      reportError(new Error(`A listener of the event ${name} failed.`, { cause: error }));
    }
  }
}

/** Calls the listener at each event of that name until the function that it gives back is called. For a module's `start`. */
export function onSiteEvent<Name extends EventName>(name: Name, listener: (detail: EventDetail<Name>) => void): () => void {
  const group = listeners.get(name) ?? new Set();
  listeners.set(name, group.add(listener));
  return () => group.delete(listener);
}

/** Calls the listener at each event of that name while the component is there. */
export function useSiteEvent<Name extends EventName>(name: Name, listener: (detail: EventDetail<Name>) => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => onSiteEvent(name, (detail) => hear(detail)), [name]);
}
