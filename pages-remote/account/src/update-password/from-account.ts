/** State of a navigation that leads back to the account, and not on from a mailed link. */
export const FROM_ACCOUNT = { from: 'account' } as const;

/** Whether a page was opened from the account. */
export function isFromAccount(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_ACCOUNT.from;
}
