import { isIP } from 'node:net';
import { SettingsError } from './settings-error.ts';

/** Whose X-Forwarded-… headers count: nobody's, everybody's, or those of these addresses. */
export type ProxyTrust = boolean | string[];

const named: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Reads TRUST_PROXY. Left out, no header of a proxy counts, because anybody can send one. A number of hops is not
 * taken for the same reason: it would not say who the nearest one must be.
 *
 * @throws SettingsError
 */
export function proxyTrust(value: string | undefined): ProxyTrust {
  const text = value?.trim() ?? '';
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.every((entry) => named.has(entry) || isRange(entry))) return entries;
  throw new SettingsError(
    'TRUST_PROXY',
    'cannot be understood. Leave it out, or set it to the addresses of the proxies in front, such as 10.0.0.0/8.',
  );
}
