/**
 * Whether the host of a URL, or a Host header, names this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3). Servers on this
 * machine must refuse other hosts: another site could point its own name here (DNS rebinding).
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
