/** A size in kilobytes of 1000 bytes, as browsers' network tables show it. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
