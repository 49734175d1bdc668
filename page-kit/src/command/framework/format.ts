import type { ExtensionState, GateFinding } from '@atrium/releases/model';

/** Rows as lines with aligned columns. The first row is the header. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
}

/** A time to the minute, in UTC. @param iso in ISO 8601, in UTC */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The gate's findings, one per line. */
export function formatFindings(findings: readonly GateFinding[]): string[] {
  return findings.map(({ check, message, against }) => {
    const other = against === undefined ? '' : ` [${against.name}, ${against.as}]`;
    return `- ${check}${other}: ${message}`;
  });
}

/** Extensions that wait for their slots, one per line. */
export function formatWaiting(extensions: readonly ExtensionState[]): string[] {
  return extensions.map(({ module, extension, slot, slotVersion, offered }) =>
    `Waiting: ${module}.${extension} waits for slot ${slot} ${slotVersion}${offered === null ? '' : `; the site has ${offered}`}`);
}
