import { widenPolicy } from '../../src/site-proxy/widen-policy.ts';

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self' https://db.example; trusted-types default";

test('adds to the directives that are named, and to no other', () => {
  expect(widenPolicy(POLICY, { 'connect-src': ['ws://localhost:3001'], 'trusted-types': ['overlay'] })).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self' https://db.example ws://localhost:3001; trusted-types default overlay",
  );
});

test('changes nothing where nothing is to be added, and adds nothing twice', () => {
  expect(widenPolicy(POLICY, {})).toBe(POLICY);
  expect(widenPolicy(POLICY, { 'script-src': ["'self'"] })).toBe(POLICY);
});

test("takes 'none' away from what is allowed something, and makes no directive that was not there", () => {
  expect(widenPolicy("script-src 'none'", { 'script-src': ["'self'"], 'img-src': ['data:'] })).toBe("script-src 'self'");
});
