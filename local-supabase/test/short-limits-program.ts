import { startLocalSupabase } from '../src/start.ts';

const server = await startLocalSupabase({
  port: 0,
  inboxPort: 0,
  migrations: process.argv.slice(2),
  realtimeLimits: { idleTimeout: 200, connections: 1 },
  statisticsInterval: 20,
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
process.send?.({ apiUrl: server.apiUrl, key: server.keys.publishable });
