import type { GateFinding } from '@atrium/releases/gate-check';

/** The gate's findings as a list for people, one for each line. */
export function findingLines(findings: readonly GateFinding[]): string[] {
  return findings.map(({ check, message, against }) => {
    const whose = against === undefined ? '' : ` [${against.name}, ${against.as}]`;
    return `- ${check}${whose}: ${message}`;
  });
}
