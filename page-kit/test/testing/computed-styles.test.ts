/** The styles that queries by role ask for. */
function styleOf(element: Element): readonly string[] {
  const { display, visibility, pointerEvents } = getComputedStyle(element);
  return [display, visibility, pointerEvents];
}

const SHOWN = ['block', 'visible', 'auto'];

/** A visible element inside three others. */
function nested(): { readonly outer: HTMLElement; readonly inner: HTMLElement } {
  document.body.innerHTML = '<div><section><p></p></section></div>';
  const [outer, inner] = [document.querySelector('div'), document.querySelector('p')];
  if (!outer || !inner) throw new Error('unreachable: both were just created');
  return { outer, inner };
}

test.each<readonly [string, (elements: ReturnType<typeof nested>) => void, readonly string[]]>([
  ['its inline style changes', ({ inner }) => void (inner.style.display = 'flex'), ['flex', 'visible', 'auto']],
  ['it is hidden', ({ inner }) => void (inner.hidden = true), ['none', 'visible', 'auto']],
  ['an element around it passes on another style', ({ outer }) => void (outer.style.visibility = 'hidden'), ['block', 'hidden', 'auto']],
  ['it moves into another element', ({ inner }) => {
    document.body.insertAdjacentHTML('beforeend', '<article style="pointer-events: none"></article>');
    document.querySelector('article')?.append(inner);
  }, ['block', 'visible', 'none']],
  ['the page gets a style sheet', () => document.head.insertAdjacentHTML('beforeend', '<style>p { visibility: collapse }</style>'), ['block', 'collapse', 'auto']],
])('the computed style of an element changes when %s', (_, change, changed) => {
  const elements = nested();
  expect(styleOf(elements.inner)).toEqual(SHOWN);
  change(elements);
  expect(styleOf(elements.inner)).toEqual(changed);
  document.querySelector('style')?.remove();
  expect(styleOf(nested().inner)).toEqual(SHOWN);
});

test('equal elements have the same computed style, and others do not', () => {
  document.body.innerHTML = '<dialog open></dialog><dialog></dialog><input type="hidden"><input>';
  expect([...document.querySelectorAll('dialog, input')].map((element) => getComputedStyle(element).display)).toEqual(['', 'none', 'none', 'inline-block']);
  document.body.innerHTML = '<textarea></textarea><textarea></textarea>';
  document.querySelector('textarea')?.focus();
  expect([...document.querySelectorAll('textarea')].map((element) => getComputedStyle(element).getPropertyValue('outline-offset'))).toEqual(['-2px', '']);
});
