import type { Endpoint } from '../call.ts';

/** `GET /health`: the service answers. */
export const health: Endpoint = {
  method: 'GET',
  path: '/health',
  withoutKey: true,
  handle: () => ({
    body: { version: 'local', name: 'GoTrue', description: 'local-supabase answers as GoTrue does, for development only' },
  }),
};
