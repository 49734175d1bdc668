const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What authenticator apps assume unless told otherwise (RFC 6238). */
const STEP_MS = 30_000;
const DIGITS = 6;

/** A secret of 160 bits for an authenticator app, in base32. */
export function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => ALPHABET[byte % 32]).join('');
}

/** The code that an authenticator app shows at a time, in milliseconds since 1970 (RFC 6238; HMAC-SHA-1). */
export async function codeAt(secret: string, time: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(time / STEP_MS)));
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const offset = digest.getUint8(digest.byteLength - 1) & 0xf;
  return String((digest.getUint32(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Whether a code is that of now, or of the step before or after, for clocks that go wrong. */
export async function isCodeOf(secret: string, code: string): Promise<boolean> {
  const codes = await Promise.all([-1, 0, 1].map((steps) => codeAt(secret, Date.now() + steps * STEP_MS)));
  return codes.includes(code);
}

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
}
