/** Sources to add to a Content-Security-Policy, by directive. */
export type AdditionalSources = Readonly<Record<string, readonly string[]>>;

/**
 * Adds sources to directives of a Content-Security-Policy (CSP Level 3 §2.2). A directive that is missing is left so:
 * adding one would narrow what the policy allows, or widen it beyond what was asked for.
 */
export function widenPolicy(policy: string, additions: AdditionalSources): string {
  return policy
    .split(';')
    .map((text) => {
      const [name = '', ...sources] = text.trim().split(/\s+/);
      const more = additions[name.toLowerCase()] ?? [];
      // 'none' stands alone.
      const kept = more.length > 0 ? sources.filter((source) => source !== "'none'") : sources;
      return [name, ...new Set([...kept, ...more])].join(' ');
    })
    .filter((directive) => directive !== '')
    .join('; ');
}
