import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FailedVisitor } from '@atrium/releases/health-book';

/**
 * Marks that tell visitors and networks apart without naming them: hashes of the address with the day's salt. All that
 * has one IPv6 network of a household (/64) is one visitor: its devices change their addresses as they like.
 */
export function addressMarks(address: string, salt: string): FailedVisitor {
  const mark = (part: string) => createHmac('sha256', salt).update(part).digest('hex').slice(0, 16);
  const { visitor, network } = partsOf(address);
  return { visitor: mark(`visitor ${visitor}`), network: mark(`network ${network}`) };
}

/** What stands for the visitor (an IPv4 address or a /64), and what for the network (a /24 or a /48). */
export function partsOf(address: string): { readonly visitor: string; readonly network: string } {
  const mapped = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(mapped)) return { visitor: mapped, network: mapped.replace(/\.\d+$/, '') };
  const groups = groupsOf(mapped.replace(/%.*$/, ''));
  return { visitor: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') };
}

/** The eight groups of an IPv6 address without leading zeros (RFC 4291 §2.2). */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const split = (part: string) => part.split(':').filter((group) => group !== '');
  const [first, last] = [split(before), split(after ?? '')];
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''));
}
