import type { ActionFailure } from '../failure/action-failure.ts';

/** Codes for a link that was asked for in another browser: the secret that belongs to it is there. */
const OTHER_BROWSER = ['bad_code_verifier', 'pkce_code_verifier_not_found', 'flow_state_not_found'];

/** Whether a link can never be redeemed here, however often it is tried: the service understood it and said no. */
export function isDeadLink({ code, status }: ActionFailure): boolean {
  return isForOtherBrowser(code) || (status >= 400 && status < 500 && status !== 408 && status !== 429);
}

/** Whether a link may still be good, in the browser that asked for it. */
export function isForOtherBrowser(code: string): boolean {
  return OTHER_BROWSER.includes(code);
}
