/** Reads the email that was typed on the page before from the state of the navigation: never from an address, which is logged and shared. Empty for none. */
export function readTypedAddress(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';
}
