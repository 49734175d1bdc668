import type { NewPerson } from '@atrium/page-kit/testing';

/** A second factor for the backend. */
export type NewFactor = NonNullable<NewPerson['factors']>[number];

/** An app without a name, and a newer phone with one. */
export const app: NewFactor = { type: 'totp', createdAt: '2026-03-01T10:00:00Z' };
export const phone: NewFactor = { type: 'phone', friendlyName: 'My phone', phone: '+4915123456767', createdAt: '2026-04-02T10:00:00Z' };
