// What one page passes to the next in the state of the navigation, which stays out of URLs: those are logged and shared.

/** For a link from `/account` to a page that otherwise opens from a mailed link. */
export const FROM_ACCOUNT = { from: 'account' } as const;

/** Whether the page was opened with {@link FROM_ACCOUNT}. */
export function isFromAccount(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_ACCOUNT.from;
}

/** The email address that the visitor typed on the previous page; empty when there is none. */
export function readTypedAddress(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';
}
