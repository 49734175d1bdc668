import type { Factor } from '@atrium/page-kit/contract/auth';

/** An app that the person gave no name, and a phone that they did. The app is the older one. */
export const app: Factor = {
  id: 'f1a7c1de-0000-4000-8000-000000000001',
  type: 'totp',
  status: 'verified',
  friendlyName: '',
  phone: null,
  createdAt: '2026-03-01T10:00:00Z',
};

export const phone: Factor = {
  id: 'f1a7c1de-0000-4000-8000-000000000002',
  type: 'phone',
  status: 'verified',
  friendlyName: 'My phone',
  phone: '+4915123456767',
  createdAt: '2026-04-02T10:00:00Z',
};
