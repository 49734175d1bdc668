/** What a part imports: names by name, without itself. */
export type PartImports = ReadonlyMap<string, ReadonlySet<string>>;

/** The source of a Mermaid diagram in which each part stands above those that it imports. Arrows that follow from others are left out. */
export function importDiagram(imports: PartImports): string {
  const names = [...new Set([...imports.keys(), ...[...imports.values()].flatMap((targets) => [...targets])])].sort();
  const id = (name: string) => name.replaceAll(/\W/g, '_');
  const nodes = names.map((name) => `  ${id(name)}["${name}"]\n`);
  const arrows = names.flatMap((name) => withoutShortcuts(name, imports).map((target) => `  ${id(name)} --> ${id(target)}\n`));
  return `flowchart TD\n${nodes.join('')}${arrows.join('')}`;
}

/** The imports of a part, without those that another of its imports reaches as well. In a cycle, every arrow stays. */
function withoutShortcuts(name: string, imports: PartImports): readonly string[] {
  const targets = [...(imports.get(name) ?? [])].sort();
  return targets.filter((target) => !targets.some((other) => other !== target && reaches(other, target, imports) && !reaches(target, other, imports) && !reaches(other, name, imports)));
}

function reaches(from: string, to: string, imports: PartImports): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const target of imports.get(name) ?? []) {
      if (target === to) return true;
      if (!seen.has(target)) waiting.push(target);
      seen.add(target);
    }
  }
  return false;
}
