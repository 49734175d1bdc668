/** @jest-environment node */
import { JSDOM, type DOMWindow } from 'jsdom';
import { speedUpComputedStyle } from '../../src/jsdom/computed-style.ts';

/** All elements of HTML that jsdom's own style sheet could mention, and one that it cannot. */
const NAMES = [
  'a', 'address', 'article', 'aside', 'audio', 'b', 'blockquote', 'body', 'br', 'button', 'canvas', 'caption', 'code', 'col', 'colgroup', 'datalist', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'em',
  'fieldset', 'figcaption', 'figure', 'footer', 'form', 'frame', 'frameset', 'h1', 'h2', 'h6', 'head', 'header', 'hgroup', 'hr', 'html', 'iframe', 'img', 'input', 'label', 'legend', 'li', 'link', 'main',
  'map', 'mark', 'menu', 'meta', 'meter', 'nav', 'noframes', 'noscript', 'object', 'ol', 'optgroup', 'option', 'output', 'p', 'pre', 'progress', 'q', 'rp', 'rt', 'ruby', 'script', 'section', 'select',
  'small', 'span', 'strong', 'sub', 'summary', 'sup', 'svg', 'table', 'tbody', 'td', 'template', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'u', 'ul', 'video', 'x-element',
];
const ATTRIBUTES = ['', 'hidden', 'open', 'type="hidden"', 'type="HIDDEN"', 'style="transform: scale(2); visibility: hidden"', 'hidden style="display: grid"'];

const PROPERTIES = [
  'display', 'visibility', 'pointerEvents', 'opacity', 'position', 'overflow', 'overflowX', 'overflowY', 'color', 'cssText', 'length',
  'transform', 'translate', 'scale', 'rotate', 'perspective', 'filter', 'backdropFilter', 'willChange', 'contain',
] as const;

/** Builds the same document in a window of jsdom and in a quick one. */
function windows(build: (document: Document) => void): { readonly plain: DOMWindow; readonly quick: DOMWindow } {
  const [plain, quick] = [new JSDOM().window, new JSDOM().window];
  speedUpComputedStyle(quick);
  for (const { document } of [plain, quick]) build(document);
  return { plain, quick };
}

function answers(window: DOMWindow): unknown[] {
  return [...window.document.querySelectorAll('*')].map((element) => {
    const style = window.getComputedStyle(element);
    const values = PROPERTIES.map((property) => Reflect.get(style, property) as unknown);
    return [element.outerHTML, values, ['display', 'pointer-events', 'visibility'].map((property) => style.getPropertyValue(property))];
  });
}

/** Adds an element of each name with these attributes. */
function addEveryElement(document: Document, attributes: string): void {
  const sample = document.createElement('div');
  sample.innerHTML = `<i ${attributes}></i>`;
  for (const name of NAMES) {
    const element = document.createElement(name);
    for (const attribute of sample.firstElementChild?.attributes ?? []) element.setAttribute(attribute.name, attribute.value);
    const parent = document.createElement(name === 'rt' || name === 'rp' ? 'ruby' : 'div');
    parent.append(element);
    document.body.append(parent);
  }
}

test.each(ATTRIBUTES)('answers like jsdom for every element: %s', (attributes) => {
  const { plain, quick } = windows((document) => addEveryElement(document, attributes));
  expect(answers(quick)).toEqual(answers(plain));
});

test('answers like jsdom inside elements that hide their content', () => {
  const { plain, quick } = windows(({ body }) => {
    body.innerHTML = `<div style="VISIBILITY: hidden"><p>a</p><p style="visibility: visible"><b>b</b></p></div>
      <div style="pointer-events: none"><button>c</button></div><svg><g><title>d</title></g></svg>`;
  });
  expect(answers(quick)).toEqual(answers(plain));
});

test('notices changes of elements and of style sheets', () => {
  const { plain, quick } = windows(({ body }) => {
    body.innerHTML = '<p>a</p>';
  });
  const changes: ((document: Document) => void)[] = [
    ({ body }) => body.firstElementChild?.toggleAttribute('hidden'),
    ({ body }) => body.firstElementChild?.toggleAttribute('hidden'),
    ({ body }) => body.firstElementChild?.setAttribute('style', 'display: flex'),
    ({ body }) => body.firstElementChild?.removeAttribute('style'),
    ({ body }) => body.setAttribute('style', 'visibility: hidden'),
    ({ body }) => body.insertAdjacentHTML('beforeend', '<style>p { display: grid; visibility: visible; overflow: clip }</style>'),
    ({ body }) => body.lastElementChild?.remove(),
  ];
  const seen = new Set<string>();
  for (const change of changes) {
    for (const { document } of [plain, quick]) change(document);
    expect(answers(quick)).toEqual(answers(plain));
    const { display, visibility } = quick.getComputedStyle(quick.document.querySelector('p') ?? quick.document.body);
    seen.add(`${display} ${visibility}`);
  }
  expect([...seen]).toEqual(['none visible', 'block visible', 'flex visible', 'block hidden', 'grid visible']);
});

test('returns a CSSStyleDeclaration, and refuses what is not an element', () => {
  const { quick } = windows(() => undefined);
  expect(quick.getComputedStyle(quick.document.body)).toBeInstanceOf(quick.CSSStyleDeclaration);
  expect(() => void Reflect.apply(quick.getComputedStyle, quick, [quick.document])).toThrow("not of type 'Element'");
});
