const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Encodes bytes as lowercase base32 (RFC 4648 §6) without padding. Drops bits that do not fill a last character. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((pending >> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return text;
}
