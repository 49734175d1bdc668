import { TabModules } from '../../src/runtime/tab-modules.ts';
import { redirectMailedLink } from '../../src/sign-in/mailed-link.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';

const CODE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const modules = new TabModules(
  [
    moduleFor(manifestOf('account', { routes: { account: '/account', confirm: '/auth/confirm' } })),
    moduleFor(manifestOf('orders')),
  ],
  true,
);

/** Opens an address, and returns the resulting address and history state. */
function open(address: string): { readonly place: string; readonly state: unknown } {
  window.history.replaceState({ idx: 3 }, '', address);
  const entries = window.history.length;
  redirectMailedLink(modules);
  expect(window.history).toHaveLength(entries);
  return { place: window.location.href.replace(window.location.origin, ''), state: window.history.state };
}

test.each([
  ['/#access_token=abc&refresh_token=def&type=recovery', '', '#access_token=abc&refresh_token=def&type=recovery'],
  ['/#error=access_denied&error_code=otp_expired', '', '#error=access_denied&error_code=otp_expired'],
  [`/?code=${CODE}`, `code=${CODE}`, ''],
  ['/auth/confirm?token_hash=abc&type=email&next=%2Fx', 'token_hash=abc&type=email&next=%2Fx', ''],
  ['/orders?a=1&token_hash=abc&type=email', 'a=1&token_hash=abc&type=email&next=%2Forders', ''],
  ['/orders#access_token=abc', 'next=%2Forders', '#access_token=abc'],
  [`/account?code=${CODE}`, `code=${CODE}&next=%2Faccount`, ''],
  [`/orders?code=${CODE}&state=1`, `code=${CODE}&state=1&next=%2Forders`, ''],
  [`/orders?code=summer&code=${CODE.toUpperCase()}`, `code=summer&code=${CODE.toUpperCase()}&next=%2Forders`, ''],
  ['/no-such-page?error=access_denied&error_code=otp_expired', 'error=access_denied&error_code=otp_expired', ''],
])('removes the link of %s from the address, and passes it to the page that redeems it', (address, search, hash) => {
  expect(open(address)).toEqual({ place: '/auth/confirm', state: { idx: 3, usr: { mailedLink: { search, hash } } } });
});

test.each(['/#contact', '/?code=summer', `/?code=summer-${CODE}`, '/orders?code=summer&state=1', '/orders?error_code=7', '/auth/confirm?type=recovery'])(
  'does not change %s',
  (address) => {
    expect(open(address)).toEqual({ place: address, state: { idx: 3 } });
  },
);

test('notifies the router', () => {
  const listener = jest.fn();
  window.addEventListener('popstate', listener);
  open('/orders#access_token=abc');
  window.removeEventListener('popstate', listener);
  expect(listener).toHaveBeenCalledTimes(1);
});
