import type { NewPerson } from '@atrium/page-kit/testing';

/** A second factor that the backend is to know. */
export type NewFactor = NonNullable<NewPerson['factors']>[number];

/** An app that the person gave no name, and a phone that they did. The app is the older one. */
export const app: NewFactor = { type: 'totp', createdAt: '2026-03-01T10:00:00Z' };
export const phone: NewFactor = { type: 'phone', friendlyName: 'My phone', phone: '+4915123456767', createdAt: '2026-04-02T10:00:00Z' };
