/** @jest-environment node */
import { BrowserErrors } from '../../src/dev-server/browser-errors.ts';

const FOLDER = 'http://localhost:3001/releases/orders/abcdefgh234567ab';

const SOURCE = `export function Total() {
  const order = undefined;
  return <p>{order.total}</p>;
}`;

/** A source map in which each line of the built file is the same line of the source (ECMA-426). */
const MAP = JSON.stringify({
  version: 3, names: [], mappings: 'AAAA;AACA;AACA;AACA',
  sources: ['webpack://atrium-orders-abcdefgh234567ab/./src/total.tsx?1a2b'], sourcesContent: [SOURCE],
});

/** Explains errors of a module with one file. `printed` is the terminal. */
function browserErrors() {
  const printed: string[] = [];
  const errors = new BrowserErrors({
    readFile: (pathname) => (pathname.endsWith('/total.js.map') ? MAP : null),
    nameOf: (source) => source,
    print: (text) => void printed.push(text),
  });
  return { errors, printed };
}

test('finds the place of an error in the sources, the components around it, and prints both', () => {
  const { errors, printed } = browserErrors();
  const explained = errors.explain({
    title: 'TypeError: order is undefined',
    stack: [
      'TypeError: order is undefined',
      `    at Total (${FOLDER}/total.js:3:20)`,
      '    at renderWithHooks (http://localhost:3001/releases/shell/abcdefgh234567ab/main.js:8050:1)',
    ].join('\n'),
    componentStack: [
      '',
      `    at Total (${FOLDER}/total.js:1:1)`,
      '    at div (<anonymous>)',
      '    at S (http://localhost:3001/releases/auth/abcdefgh234567ab/entry.js:2:13423)',
      '    at OrdersPage (<anonymous>)',
      `    at ReportingBoundary (${FOLDER}/boundary.js:1:1)`,
      '    at SitePages (<anonymous>)',
    ].join('\n'),
  });
  expect(explained).toEqual({
    place: 'src/total.tsx:3',
    frame: '  1 | export function Total() {\n  2 |   const order = undefined;\n> 3 |   return <p>{order.total}</p>;\n  4 | }',
    components: ['Total (src/total.tsx:1)', 'div', 'OrdersPage'],
    stack: ['Total (src/total.tsx:3)', 'renderWithHooks (/releases/shell/abcdefgh234567ab/main.js:8050)'],
  });
  expect(printed).toEqual([`Error in the browser, src/total.tsx:3\n\nTypeError: order is undefined\n\n${String(explained.frame)}\n\nComponents:\nTotal (src/total.tsx:1)\ndiv\nOrdersPage`]);
});

test('reads the stacks of Firefox and Safari', () => {
  const { place } = browserErrors().errors.explain({ title: 'TypeError: order is undefined', stack: `Total@${FOLDER}/total.js:3:20\n`, componentStack: '' });
  expect(place).toBe('src/total.tsx:3');
});

test('shows an error without a place, and prints no control characters', () => {
  const { errors, printed } = browserErrors();
  expect(errors.explain({ title: 'Thrown: \u001b[2Jtext', stack: '', componentStack: '' })).toEqual({ place: null, frame: null, components: [], stack: [] });
  expect(printed).toEqual(['Error in the browser\n\nThrown: [2Jtext']);
});
