/** Markup that needs no escaping. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | Html | Html[];

function escape(part: Part): string {
  if (part instanceof Html) return part.source;
  if (Array.isArray(part)) return part.map((entry) => entry.source).join('');
  return part.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Builds HTML and escapes every value that is not already Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + escape(parts[index] ?? '')).join(''));
}
