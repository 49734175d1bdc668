import { forThisMachine, isLoopbackHost } from '../../src/site-proxy/loopback.ts';

test.each(['localhost', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'orders.localhost:3001'])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each(['', 'evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3001', '192.168.1.2'])('"%s" is not', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test('a cookie of a site with TLS is kept on an address without', () => {
  expect(forThisMachine('bucket=1; Path=/; Secure; HttpOnly; Domain=app.example.org; SameSite=Lax')).toBe('bucket=1; Path=/; HttpOnly; SameSite=Lax');
});
