import type { Compression } from '@atrium/releases/release-store';

/**
 * The compressions that a client takes (RFC 9110 §12.5.3), the one that saves most first. What it does not name it
 * gets only if it sends `*`.
 */
export function acceptedEncodings(header: string | string[] | undefined): Compression[] {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  const offered: Compression[] = ['br', 'gzip'];
  return offered.filter((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}
