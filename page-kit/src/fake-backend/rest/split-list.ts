/** Splits a list at its commas, but for those within brackets, braces or quotes. */
export function splitList(list: string): string[] {
  const members: string[] = [];
  let [member, depth, quoted] = ['', 0, false];
  for (let at = 0; at < list.length; at += 1) {
    const letter = list.charAt(at);
    if (letter === '\\') {
      member += letter + list.charAt((at += 1));
      continue;
    }
    if (letter === '"') quoted = !quoted;
    if (!quoted && '({['.includes(letter)) depth += 1;
    if (!quoted && ')}]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0 && !quoted) {
      members.push(member);
      member = '';
    } else member += letter;
  }
  return list.trim() === '' ? [] : [...members, member].map((one) => one.trim());
}
