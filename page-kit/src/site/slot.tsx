import { useSyncExternalStore, type ReactNode } from 'react';
import type { SiteSlots, SlotName } from '../contract/site.ts';
import { onSiteChange, siteHost } from './site-host.ts';
import { ReservedSpace } from './slot-space.tsx';

/** The declared props of a slot; any, until the module declares them. */
type ValuesOf<Name> = Name extends keyof SiteSlots ? SiteSlots[Name] : Readonly<Record<string, unknown>>;

/** Props of {@link Slot}: its name, and what its extensions receive. Slots have no props `name` and `children` of their own. */
export type SlotElementProps<Name extends SlotName> = {
  /** `module.slot`, of the module that renders it. */
  readonly name: Name;
  /** Shown while the slot has no extension for this user. */
  readonly children?: ReactNode;
} & Omit<ValuesOf<Name>, 'name' | 'children'>;

/**
 * A place on a page for other modules' extensions, which receive its props. Until the tab knows the extensions, the slot keeps the
 * space that it had at the browser's last visit. At the first visit it is empty.
 * An extension that fails affects neither the page nor the others.
 *
 * ```tsx
 * <Slot name="orders.actions" order={order.id} onChange={reload} />
 * ```
 */
export function Slot<Name extends SlotName>({ name, children, ...values }: SlotElementProps<Name>): ReactNode {
  const host = useSyncExternalStore(onSiteChange, siteHost);
  return host ? host.renderSlot({ name, values, children }) : <ReservedSpace slot={name}>{children}</ReservedSpace>;
}
