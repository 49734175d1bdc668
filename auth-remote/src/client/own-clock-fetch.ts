/** Leaves out when the tokens of an answer expire, where it says for how long they last as well. */
function withoutExpiry(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null || !('expires_in' in answer && 'expires_at' in answer)) return body;
    return JSON.stringify({ ...answer, expires_at: undefined });
  } catch {
    // supabase-js complains about what is no JSON.
    return body;
  }
}

/**
 * `fetch` that leaves out by the service's clock when a token expires, so that supabase-js takes this browser's: now and
 * `expires_in` seconds (specification 9.3). Where this clock is slow, tokens would be used after their end
 * otherwise, and where it is fast, refreshed all the time.
 */
export function ownClockFetch(network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await network(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (init?.method !== 'POST' || !response.ok || !url.includes('/auth/v1/')) return response;
    const body = await response.text();
    const { status, statusText, headers } = response;
    // An answer without content must have no body at all (Fetch standard, "null body status").
    return new Response(body === '' ? null : withoutExpiry(body), { status, statusText, headers });
  };
}
