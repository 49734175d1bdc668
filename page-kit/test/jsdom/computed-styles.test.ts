const NAMES = [
  ...['html', 'head', 'body', 'title', 'script', 'style', 'template', 'noscript', 'div', 'p', 'span', 'a', 'b', 'h1', 'main', 'nav', 'section', 'ul', 'li', 'dl', 'dd'],
  ...['table', 'thead', 'tbody', 'tr', 'td', 'th', 'caption', 'form', 'fieldset', 'legend', 'label', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'datalist'],
  ...['details', 'summary', 'dialog', 'progress', 'meter', 'output', 'img', 'video', 'audio', 'iframe', 'object', 'area', 'ruby', 'rt', 'rp', 'slot', 'x-own'],
];

/** Children inherit the inline style of the last one. */
const PARENTS = ['<details>', '<ruby>', '<div style="visibility: hidden; pointer-events: none">'];
const CHILDREN = ['div', 'summary', 'rt', 'rp'];

const WITH_ATTRIBUTES = ['div', 'span', 'input', 'details', 'dialog', 'button', 'template', 'area'];
const ATTRIBUTES = ['hidden', 'open', 'type="hidden"', 'disabled', 'class="a"', 'aria-hidden="true"', 'style="color: red"', 'style="display: flex"', 'style="visibility: hidden"', 'style="pointer-events: none"'];

function addElements(): void {
  // A parser would move some of them elsewhere.
  document.body.append(...NAMES.map((name) => document.createElement(name)));
  for (const html of PARENTS) {
    document.body.insertAdjacentHTML('beforeend', html);
    document.body.lastElementChild?.append(...CHILDREN.map((name) => document.createElement(name)));
  }
  document.body.insertAdjacentHTML('beforeend', WITH_ATTRIBUTES.flatMap((name) => ATTRIBUTES.map((attribute) => `<${name} ${attribute}></${name}>`)).join(''));
}

function styles(): string[] {
  return [...document.body.querySelectorAll('*')].map((element) => {
    const style = getComputedStyle(element);
    return [element.outerHTML, style.display, style.getPropertyValue('visibility'), style.pointerEvents].join(' ');
  });
}

/** With a style sheet in the document, jsdom itself computes everything. */
function addStyleSheet(rules: string): void {
  const style = document.createElement('style');
  style.textContent = rules;
  document.head.append(style);
}

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('the styles that tests look for are those that jsdom computes', () => {
  addElements();
  const onDemand = styles();
  addStyleSheet('');
  expect(new Set(onDemand.map((line) => line.split('> ').at(-1))).size).toBeGreaterThan(12);
  expect(onDemand).toEqual(styles());
});

test('follows changes of the document', () => {
  document.body.innerHTML = '<section><p class="a">Text</p></section>';
  const paragraph = document.querySelector('p') as HTMLElement;
  const before = getComputedStyle(paragraph);
  expect([before.display, before.visibility, before.color]).toEqual(['block', 'visible', 'canvastext']);
  paragraph.hidden = true;
  expect(getComputedStyle(paragraph).display).toBe('none');
  paragraph.hidden = false;
  paragraph.parentElement?.style.setProperty('visibility', 'hidden');
  expect(getComputedStyle(paragraph).visibility).toBe('hidden');
  addStyleSheet('.a { display: inline-grid; pointer-events: none }');
  expect([getComputedStyle(paragraph).display, getComputedStyle(paragraph).pointerEvents]).toEqual(['inline-grid', 'none']);
});
