import { unsafeHtml } from '../../src/inspection/unsafe-html.ts';

function found(html: string): string[] {
  return unsafeHtml({ login: { en: 'prerendered/login.en.html' } }, new Map([['prerendered/login.en.html', Buffer.from(html)]]));
}

test('allows a form with the method dialog, links within the site and drawn icons', () => {
  const form = '<form class="atrium-stack" novalidate="" method="dialog"><label for="a">Email</label><input id="a" name="email" type="email" autocomplete="username" required=""><button type="submit">Log in</button></form>';
  expect(found(`<div>${form}<a href="/register?next=%2F">Create account</a><svg viewBox="0 0 9 9"><path d="M0 0h9"></path></svg></div>`)).toEqual([]);
});

test.each([
  ['a script', '<script>steal()</script>', /element script/],
  ['a script in a drawing', '<svg><script>steal()</script></svg>', /element script/],
  ['HTML in a drawing', '<svg><foreignObject></foreignObject></svg>', /element foreignObject/],
  ['an animation that changes an address', '<svg><animate attributeName="href" to="x"></animate></svg>', /element animate/],
  ['a template', '<template><script>steal()</script></template>', /element template/],
  ['a frame', '<iframe src="/"></iframe>', /element iframe/],
  ['a redirection', '<meta http-equiv="refresh" content="0;url=//evil.example">', /element meta/],
  ['a base', '<base href="//evil.example">', /element base/],
  ['a style sheet', '<style>*{display:none}</style>', /element style/],
  ['a style', '<p style="position:fixed">Hello</p>', /style attribute/],
  ['a handler', '<img src="/x.png" onerror="steal()">', /attribute onerror/],
  ['the address of a script', '<a href="javascript:steal()">Log in</a>', /leads away/],
  ['such an address behind a line break', '<a href="/\t/evil.example">Log in</a>', /leads away/],
  ['another site', '<a href="https://evil.example/">Log in</a>', /leads away/],
  ['another site without a scheme', '<a href="//evil.example/">Log in</a>', /leads away/],
  ['another site with a backslash', '<a href="/\\evil.example/">Log in</a>', /leads away/],
  ['a picture from elsewhere', '<img src="https://evil.example/pixel.png">', /from elsewhere/],
  ['a form that sends its fields in the address', '<form><input name="password"></form>', /would send/],
  ['a form that sends its fields elsewhere', '<form method="dialog" action="//evil.example"></form>', /attribute action/],
  ['a button that changes the method', '<form method="dialog"><button formmethod="get">Log in</button></form>', /attribute formmethod/],
  ['an end tag that would close the shell’s element', '<p>Hello</p></main><p>Bye</p>', /as a browser serializes/],
  ['an element without an end', '<div><p>Hello', /as a browser serializes/],
  ['the row of a table that does not exist', '<tr><td>Hello</td></tr>', /as a browser serializes/],
  ['the mark of the shell', '<div data-prerendered="/"></div>', /attribute data-prerendered/],
])('finds %s, and does not quote values', (_what, html, finding) => {
  const findings = found(html);
  expect(findings).toContainEqual(expect.stringMatching(finding));
  expect(findings.join()).not.toContain('evil');
});

test('finds a page that is too large', () => {
  expect(found(`<p>${'a'.repeat(29_000)}</p>`)).toEqual([]);
  expect(found(`<p>${'a'.repeat(31_000)}</p>`)).toEqual([expect.stringContaining('30 kB are allowed')]);
});

test('inspects every language and no other file', () => {
  const script = Buffer.from('<script></script>');
  expect(unsafeHtml({ login: { en: 'a.html', de: 'b.html' } }, new Map([['a.html', script], ['b.html', script], ['c.html', script]]))).toEqual([
    expect.stringMatching(/^a\.html /),
    expect.stringMatching(/^b\.html /),
  ]);
});
