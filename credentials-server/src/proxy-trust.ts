import { isIP } from 'node:net';
import { SettingsError } from './settings-error.ts';

/** Which X-Forwarded-… headers count: none, those of this many proxies in front, or those of proxies at these addresses. */
export type ProxyTrust = false | number | string[];

const named: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** More proxies than any site has in a row. */
const mostHops = 10;

/**
 * Reads TRUST_PROXY. Left out, no header of a proxy counts, because any client can send one. For the same reason it takes
 * no `true`: the first address of the list would then be whatever the client wrote.
 *
 * @throws SettingsError
 */
export function proxyTrust(value: string | undefined): ProxyTrust {
  const text = value?.trim() ?? '';
  if (text === '' || text === 'false') return false;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= mostHops) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.every((entry) => named.has(entry) || isRange(entry))) return entries;
  throw new SettingsError(
    'TRUST_PROXY',
    'cannot be understood. Leave it out, or set it to the addresses of the proxies in front, such as 10.0.0.0/8, or to their number, such as 1.',
  );
}
