/**
 * Whether a Host header names this machine (RFC 6761 §6.3). A page of another site that has its own name lead here gets
 * nothing (DNS rebinding).
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** A Set-Cookie header of the site for an address without TLS. */
export function forThisMachine(cookie: string): string {
  return cookie.replace(/;\s*(?:secure|domain=[^;]*)(?=;|$)/gi, '');
}
