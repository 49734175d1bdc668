import { unconfinedIn, unconfinedStyles } from '../../src/inspection/unconfined-styles.ts';

function found(css: string, name = 'orders'): string[] {
  return unconfinedIn(name, Buffer.from(css));
}

describe('accepts a selector that is confined to the module', () => {
  test.each([
    '.orders-list-a1 { color: red }',
    '.orders-list-a1,.orders-row-b2{color:red}',
    '.orders-items-a1 li, .orders-items-a1 > *, .orders-dd-a1 dd + dt {}',
    '.orders-box-a1[aria-invalid="true"]:focus-visible::before {}',
    '.orders-file-a1:focus-visible + label {}',
    '.orders-steady-a1:has(.atrium-skeleton) > .atrium-card ~ * {}',
    '.atrium-button.orders-wide-a1 {}',
    'button.orders-wide-a1 {}',
    '#orders-field-a1 {}',
    // Ancestors narrow a selector down.
    'html .orders-list-a1 {}',
    ':root[data-theme="dark"] .orders-list-a1, [dir=rtl] .orders-list-a1 {}',
    'body:has(dialog) .orders-list-a1 {}',
    ':is(.orders-a-a1, .orders-b-b2) p {}',
    '.orders-a-a1 { :is(p, h1) em {} & :is(p, h1) {} :is(&, .orders-b-b2) {} }',
    ':where(.orders-a-a1) > :not(body) {}',
    '.orders-a-a1:nth-child(2n + 1 of .selected) {}',
    '.\\6frders-list {}',
    '.orders-list\\+a {}',
    '@media (min-width: 40rem) { .orders-a-a1 {} }',
    '@supports (display: grid) { @container card (min-width: 1px) { .orders-a-a1 {} } }',
    '@starting-style { .orders-a-a1 {} }',
    // The outer rule confines nested ones.
    '.orders-a-a1 { color: red; p { color: blue } &:hover {} > li {} + li {} a:hover { color: red } html & {} }',
    '.orders-a-a1 { @media print { display: none; p {} } --block: { a: b }; color: red }',
    '@scope (.orders-a-a1) to (.orders-b-b2) { p {} :scope > img {} & em {} html[dir=rtl] p {} }',
    '@scope ([data-atrium-module="orders"]) { .datepicker {} * {} p > a {} }',
    '@scope ([data-atrium-module=orders]) { @scope (p) { a {} } @media print { a {} } }',
    '@keyframes orders-spin-a1 { from { top: 0 } 50% { top: 1px } }',
    '@font-face { font-family: "orders-serif"; src: url(https://x.test/a.woff2) }',
    '@property --orders-size { syntax: "<length>"; inherits: false }',
    '@counter-style orders-dots { system: cyclic }',
    '@layer orders-base, orders-top.inner; @layer orders-base { .orders-a-a1 {} } @layer { .orders-a-a1 {} }',
    '@charset "UTF-8"; .orders-a-a1 { background: url(data:image/png;base64,AAAA) }',
    '.orders-a-a1 { content: "} body { color: red }" } /* body {} */',
    '',
  ])('%s', (css) => {
    expect(found(css)).toEqual([]);
  });
});

describe('refuses a selector that reaches beyond the module', () => {
  test.each([
    'body{background:hotpink}',
    'html {}',
    ':root { --atrium-accent: red }',
    '* {}',
    'p {}',
    '.btn {}',
    '.atrium-button {}',
    '.shell-header {}',
    '.workspace-list-a1 {}',
    '.order-a1 {}',
    '.ordersX-a1 {}',
    '#content {}',
    '[class^="orders-"] {}',
    '[data-atrium-module="orders"] ~ * {}',
    '\\62ody {}',
    '\\000062 ody {}',
    'BODY {}',
    'bo\\dy {}',
    '/**/body/**/{}',
    ':is(body) {}',
    ':is(body, .orders-a-a1) {}',
    ':where(:is(html)) {}',
    ':-webkit-any(body) {}',
    '.orders-a-a1:is(body) {}',
    'body.orders-a-a1 {}',
    ':root:has(.orders-a-a1) {}',
    'div:has(> .orders-a-a1) {}',
    ':not(.orders-a-a1) {}',
    ':has(.orders-a-a1) {}',
    '.orders-a-a1 ~ body {}',
    '.orders-a-a1 body p {}',
    '*|body {}',
    '*|* {}',
    ':scope {}',
    '& {}',
    ':host {}',
    '::selection {}',
    '::view-transition {}',
    ':global(body) {}',
    ':global(.orders-a-a1) {}',
    '.orders-a-a1, p {}',
    '@media print { body {} }',
    '@media { @supports (display: grid) { body {} } }',
    '@supports not (x: y) { p {} }',
    '@container (min-width: 1px) { p {} }',
    '@starting-style { body {} }',
    '@layer { body {} }',
    '@layer base;',
    '@layer orders-a, base { .orders-a-a1 {} }',
    '@scope { p {} }',
    '@scope (body) { p {} }',
    '@scope (.orders-a-a1) { body {} }',
    '@scope (.orders-a-a1, main) { p {} }',
    '@scope ([data-atrium-module="account"]) { p {} }',
    '@scope ([data-atrium-module^="orders"]) { p {} }',
    '@scope ([data-atrium-module="orders"], p) { a {} }',
    '.orders-a-a1 { body:has(&) {} }',
    '.orders-a-a1 { :not(&) {} }',
    '.orders-a-a1 { :is(&, p) {} }',
    '.orders-a-a1 { :is(main, &) > h1 {} }',
    '.orders-a-a1 { :where(*):not(&) {} }',
    '.orders-a-a1 { :is(header):not(&) {} }',
    '.orders-a-a1 { @scope (:is(p, &)) { * {} } }',
    '.orders-a-a1 { --: {} html:not(&) {} }',
    '.orders-a-a1 { @media print { html {} } }',
    '.orders-a-a1 { color: red; body {} }',
    '@import url(https://x.test/a.css);',
    '@IMPORT "a.css";',
    '@page { margin: 0 }',
    '@namespace svg url(http://www.w3.org/2000/svg);',
    '@view-transition { navigation: auto }',
    '@font-face { font-family: Inter; src: url(a) }',
    '@font-face { font-family: orders-a; font-family: Inter; src: url(a) }',
    '@keyframes spin { to { rotate: 1turn } }',
    '@keyframes "spin" {}',
    '@-webkit-keyframes spin {}',
    '@property --atrium-accent { syntax: "*"; inherits: true }',
    '@counter-style decimal {}',
    '@font-feature-values Inter {}',
    '@something-new { a {} }',
    '@charset "utf-16"; .orders-a-a1 {}',
  ])('%s', (css) => {
    expect(found(css).length).toBeGreaterThan(0);
  });

  test.each(['atrium', 'shell'])('a module called %s does not own the classes of the site', (name) => {
    expect(found(`.${name}-button {}`, name)).toHaveLength(1);
  });
});

describe('refuses CSS that browsers would repair', () => {
  test.each([
    ['an open block', '.orders-a-a1 { color: red'],
    ['a bracket too many', '.orders-a-a1 { color: red }} body {}'],
    ['brackets that cross', '.orders-a-a1 { width: calc( } body { color: red } .orders-b-b2 { top: ) }'],
    ['an open string', '.orders-a-a1 { content: "\n} body { color: red } .orders-b-b2 { content: "\n} '],
    ['a string with a form feed', '.orders-a-a1 { content: "\f} body { color: red } .orders-b-b2 { content: "\f} '],
    ['an open comment', '.orders-a-a1 {} /* body {}'],
    ['a broken address', '.orders-a-a1 { background: url(a b ) } body {}'],
    ['an escape at the end', '.orders-a-a1 {} \\'],
    ['no selector', '{ color: red }'],
    ['half a selector', '.orders-a-a1 > {}'],
    ['two combinators', '.orders-a-a1 > > p {}'],
    ['an empty alternative', '.orders-a-a1, {}'],
    ['a number', '.orders-a-a1 5 {}'],
    ['a comment of HTML', '<!-- .orders-a-a1 {} -->'],
    ['no rule', '.orders-a-a1 {} color: red'],
    ['NUL', '.orders-a-a1 {}\0'],
  ])('%s', (_what, css) => {
    expect(found(css).length).toBeGreaterThan(0);
  });

  test('refuses a file that is not UTF-8', () => {
    expect(unconfinedIn('orders', Buffer.from('\ufeffbody {}', 'utf16le'))).toEqual(['1 is not UTF-8: save it as UTF-8']);
  });
});

test('shows the selector, the file and the line, and how to correct it', () => {
  const sheet = Buffer.from('.orders-a-a1 {\n  color: red;\n}\n\n@media print {\n  .orders-a-a1,\n  main   >\n p {}\n}\nhtml { x: y }');
  const files = new Map([['parts/list.css', sheet], ['module.js', Buffer.from('body{}')]]);
  expect(unconfinedStyles({ name: 'orders', kind: 'page-module' }, files)).toEqual([
    'parts/list.css:7 "main > p" is not confined to the module: begin it with a class of a *.module.css, which becomes .orders-…',
    'parts/list.css:10 "html" styles the whole document: style an element of the module',
  ]);
});

test('shows ten of many findings', () => {
  const files = new Map([['all.css', Buffer.from('p {}'.repeat(50))]]);
  const findings = unconfinedStyles({ name: 'orders', kind: 'page-module' }, files);
  expect(findings).toHaveLength(11);
  expect(findings.at(-1)).toMatch(/^40 more rules /);
});

test('lets the shell and the auth remote style the whole site', () => {
  const files = new Map([['main.css', Buffer.from('body {}')]]);
  expect(unconfinedStyles({ name: 'shell', kind: 'shell' }, files)).toEqual([]);
  expect(unconfinedStyles({ name: 'auth', kind: 'auth-remote' }, files)).toEqual([]);
});

test('does not parse style sheets whose total size is too large', () => {
  const half = Buffer.alloc(300_000, ' ');
  expect(unconfinedStyles({ name: 'orders', kind: 'page-module' }, new Map([['a.css', half], ['b.CSS', half]]))).toEqual([
    expect.stringContaining('its style sheets have 600 kB, and 500 kB are allowed'),
  ]);
});
