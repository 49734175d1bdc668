import { storesSession } from '../../src/sign-in/stores-session.ts';

test('finds a session by its name, and nothing else', () => {
  localStorage.setItem('sb-preferences', '{}');
  expect(storesSession()).toBe(false);
  localStorage.setItem('sb-abc-auth-token', '{}');
  expect(storesSession()).toBe(true);
  localStorage.clear();
});

test('a browser that forbids storage has no session', () => {
  const storage = jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied.', 'SecurityError');
  });
  expect(storesSession()).toBe(false);
  storage.mockRestore();
});
