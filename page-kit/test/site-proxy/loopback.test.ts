import { isLoopbackHost } from '../../src/site-proxy/loopback.ts';

test.each(['localhost', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'orders.localhost:3001'])('%s names this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each(['', 'evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3001', '192.168.1.2'])('"%s" does not name this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
