/** What scripts and pages can leave in a tab, as names: two looks can be compared. */
export function lookAtTraces(): string[] {
  const handlers = (what: string, target: object) => {
    const found: string[] = [];
    for (const key in target) if (key.startsWith('on') && typeof Reflect.get(target, key) === 'function') found.push(`handler ${key} of ${what}`);
    return found;
  };
  const names = (what: string, target: object) => Reflect.ownKeys(target).map((key) => `${what} ${typeof key === 'symbol' ? `[${key.toString()}]` : key}`);
  const elements = (what: string, parent: Element) =>
    [...parent.children].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');
      return `${what} <${element.tagName.toLowerCase()}${attributes}>`;
    });
  const attributes = (element: Element) => [...element.attributes].map(({ name, value }) => `attribute ${name}="${value}" of <${element.tagName.toLowerCase()}>`);
  return [
    ...names('global', window),
    ...names('key of Object.prototype', Object.prototype),
    ...names('key of Array.prototype', Array.prototype),
    ...names('key of String.prototype', String.prototype),
    ...names('key of Promise.prototype', Promise.prototype),
    ...names('key of Element.prototype', Element.prototype),
    ...handlers('window', window),
    ...handlers('document', document),
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
    ...elements('in the head', document.head),
    ...elements('in the body', document.body),
    ...attributes(document.documentElement),
    ...attributes(document.body),
    ...document.adoptedStyleSheets.map((_, index) => `adopted style sheet ${index + 1}`),
  ];
}
