/** Bytes in base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}

/** A text's UTF-8 bytes in base64url. */
export function base64urlOfText(text: string): string {
  return base64url(new TextEncoder().encode(text));
}
