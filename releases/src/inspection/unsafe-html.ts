import { defaultTreeAdapter as tree, html as names, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';

/** The limit for one prerendered page, in bytes without compression. The document of every visit to the page contains it. */
const MAX_BYTES = 30_000;

/** The maximum number of findings. */
const MAX_FINDINGS = 10;

/** What a first screen consists of. Everything else could run code, load something, or leave the module's part of the page. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside b bdi bdo blockquote br button caption cite code col colgroup data datalist dd del details dfn div dl dt em ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li mark menu meter nav ol optgroup ' +
    'option output p pre progress q rp rt ruby s samp search section select small span strong sub summary sup table tbody td textarea tfoot th thead ' +
    'time tr u ul var wbr svg g path rect circle ellipse line polyline polygon title desc defs'
  ).split(' '),
);

const ATTRIBUTES = new RegExp(
  `^(?:${[
    'aria-[a-z]+|data-[a-z0-9-]+',
    'abbr|accept|alt|autocapitalize|autocomplete|checked|class|cols|colspan|datetime|dir|dirname|disabled|enterkeyhint|for|headers|height|hidden|high|hreflang',
    'href|id|inert|inputmode|label|lang|list|low|max|maxlength|method|min|minlength|multiple|name|novalidate|open|optimum|pattern|placeholder|readonly',
    'rel|required|reversed|role|rows|rowspan|scope|selected|size|span|spellcheck|src|start|step|tabindex|target|title|translate|type|value|width|wrap',
    'cx|cy|d|fill|fill-opacity|fill-rule|clip-rule|focusable|opacity|points|preserveaspectratio|r|rx|ry|stroke|stroke-dasharray|stroke-linecap|stroke-linejoin',
    'stroke-opacity|stroke-width|transform|version|vector-effect|viewbox|x|x1|x2|xmlns|y|y1|y2',
  ].join('|')})$`,
);

/** Attributes of the shell's own elements, which a page must not imitate. */
const SHELL_ATTRIBUTES: ReadonlySet<string> = new Set(['data-prerendered', 'data-submitted', 'data-stored-session']);

/** A path of the site, a fragment, or an image in the address itself. */
const LINK = /^(?:\/(?![/\\])|#|$)/;
const IMAGE = /^(?:\/(?![/\\])|data:image\/(?:png|webp|jpeg|gif|avif);base64,)/;

/** The page is in such an element. */
const SURROUNDING = tree.createElement('div', names.NS.HTML, []);

/** Browsers leave these characters out of URLs, which would hide what a URL begins with. */
const LEFT_OUT = /[\t\n\r]/;

/**
 * Finds HTML of prerendered pages that may not be part of a document: code, styles of its own, content from elsewhere, forms that
 * would send what is typed, and pages that are too large.
 *
 * @param prerendered the paths of the pages, by route and language, as in the release manifest
 * @returns sentence parts for the gate, each with the file; they never quote values
 */
export function unsafeHtml(prerendered: Readonly<Record<string, Readonly<Record<string, string>>>>, files: ReadonlyMap<string, Buffer>): string[] {
  const pages = new Set(Object.values(prerendered).flatMap((languages) => Object.values(languages)));
  return [...pages].flatMap((path) => unsafeIn(files.get(path)).slice(0, MAX_FINDINGS).map((problem) => `${path} ${problem}`));
}

function unsafeIn(content: Buffer | undefined): string[] {
  if (content === undefined) return [];
  if (content.length > MAX_BYTES) return [`has ${Math.ceil(content.length / 1000)} kB, and ${MAX_BYTES / 1000} kB are allowed: prerender a smaller first screen`];
  const html = content.toString('utf8');
  const fragment = parseFragment(SURROUNDING, html, {});
  // What a parser repairs, such as an end tag that closes nothing, could close the elements that surround the page.
  const problems = serialize(fragment) === html ? [] : ['is not HTML as a browser serializes it: build it with the webpack preset of page-kit'];
  for (const element of elementsBelow(fragment)) problems.push(...problemsOf(element));
  return [...new Set(problems)];
}

function* elementsBelow(parent: DefaultTreeAdapterTypes.ParentNode): Generator<DefaultTreeAdapterTypes.Element> {
  const waiting = [...parent.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!tree.isElementNode(node)) continue;
    yield node;
    waiting.push(...[...node.childNodes].reverse());
  }
}

function problemsOf({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  if (!ELEMENTS.has(tagName.toLowerCase())) return [`has the element ${tagName}, which no prerendered page may have`];
  const problems: string[] = [];
  const values = new Map(attrs.map(({ name, value }) => [name.toLowerCase(), value]));
  for (const [name, value] of values) {
    if (name === 'style') problems.push('has a style attribute, which the site’s Content-Security-Policy refuses: use a class');
    else if (!ATTRIBUTES.test(name) || SHELL_ATTRIBUTES.has(name)) problems.push(`has the attribute ${name}, which no prerendered page may have`);
    else if (name === 'href' && (tagName !== 'a' || !LINK.test(value) || LEFT_OUT.test(value))) problems.push('has a link that leads away from the site');
    else if (name === 'src' && (tagName !== 'img' || !IMAGE.test(value) || LEFT_OUT.test(value))) problems.push('loads something from elsewhere');
  }
  if (tagName === 'form' && values.get('method')?.toLowerCase() !== 'dialog') {
    problems.push('has a form that would send what is typed before its code has loaded: build it with the webpack preset of page-kit');
  }
  if (tagName === 'input' && /^(?:image|file)$/i.test(values.get('type') ?? '')) problems.push('has an input for files or images, which no prerendered page may have');
  return problems;
}
