import { SiteProxyError } from '../../src/errors.ts';
import { changeDocument, readReleaseSet, widenPolicy } from '../../src/site-proxy/site-document.ts';
import { id, listed, pageRelease, releaseSet, shellRelease } from './releases.ts';

const orders = pageRelease('orders', id('o'));
const from = releaseSet([listed(orders)]);
const API = 'https://api.example.org';

/** A document as the site's server writes it (credentials-server/src/routes/document/html.ts). */
const HTML = `<!doctype html>
<html><head>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta name="atrium-api-base" content="${API}">
<link rel="preload" as="script" href="/releases/shell/${id('s')}/main.js" integrity="x" crossorigin="anonymous">
<link rel="stylesheet" href="/releases/shell/${id('s')}/main.css" integrity="x" crossorigin="anonymous">
<script src="/releases/shell/${id('s')}/boot.js" defer integrity="x" crossorigin="anonymous"></script>
<script src="/releases/shell/${id('s')}/main.js" defer integrity="x" crossorigin="anonymous"></script>
<link rel="preload" as="script" href="/releases/auth/${id('a')}/entry.js" integrity="x" crossorigin="anonymous">
<link rel="preload" as="script" href="/releases/orders/${id('o')}/entry.js" integrity="x" crossorigin="anonymous">
<link rel="preload" as="fetch" href="${API}/api/supabase-credentials" crossorigin="anonymous">
<script type="application/json" id="atrium-release-set">${JSON.stringify(from)}</script>
</head><body><div id="root"><p>Late. <a href="">Again</a></p></div></body></html>`;

const edited = { ...from, pages: [listed(pageRelease('orders', id('e')))] };

test('reads the release set, returns null for another page, and throws for an unknown version', () => {
  expect(readReleaseSet(HTML)).toEqual(from);
  expect(readReleaseSet('<h1>Something else</h1>')).toBeNull();
  expect(() => readReleaseSet(HTML.replace('"schema":3', '"schema":4'))).toThrow(SiteProxyError);
});

test('writes another release set, and no longer loads the files of replaced releases', () => {
  const html = changeDocument(HTML, { from, to: edited, folders: null });
  expect(readReleaseSet(html)).toEqual(edited);
  expect(html).not.toContain(`/releases/orders/${id('o')}/entry.js`);
  for (const kept of [`/releases/auth/${id('a')}/entry.js`, `/releases/shell/${id('s')}/boot.js`, '/icon.svg']) expect(html).toContain(`"${kept}"`);
  expect(html).not.toContain('atrium-development');
});

test('points tabs to the server at the address of the document', () => {
  const html = changeDocument(HTML, { from, to: edited, folders: null });
  expect(html).toContain('name="atrium-api-base" content=""');
  expect(html).toContain('href="/api/supabase-credentials"');
  expect(html).not.toContain(API);
});

test('removes telemetry', () => {
  const measured = HTML.replace('<meta ', '<meta name="atrium-telemetry" content="https://collector.example.org" data-share="100">\n<meta ');
  expect(changeDocument(measured, { from, to: edited, folders: null })).toBe(changeDocument(HTML, { from, to: edited, folders: null }));
});

test('loads the files of another shell once, in order, and with integrity if it is known', () => {
  const shell = { ...shellRelease(id('t')), scripts: { 'main.js': `sha384-${'B'.repeat(64)}` } };
  const html = changeDocument(HTML, { from, to: { ...from, shell }, folders: [`/releases/orders/${id('e')}/`] });
  const loaded = [...html.matchAll(/(?:href|src)="(\/releases\/shell\/[^"]*)"/g)].map(([, address]) => address);
  expect(loaded).toEqual(['main.css', 'boot.js', 'main.js'].map((file) => `/releases/shell/${id('t')}/${file}`));
  expect(html).toContain(`<script src="/releases/shell/${id('t')}/boot.js" defer></script>`);
  expect(html).toContain(`main.js" defer integrity="sha384-${'B'.repeat(64)}" crossorigin="anonymous"></script>`);
  expect(html).toContain(`<script type="application/json" id="atrium-development">{"folders":["/releases/orders/${id('e')}/"]}</script>`);
});

test('escapes texts of a module that would end the data block', () => {
  const sly = pageRelease('orders', id('e'));
  const to = { ...from, pages: [listed({ ...sly, manifest: { ...sly.manifest, title: { en: '</script><script>alert(1)</script>' } } })] };
  const html = changeDocument(HTML, { from, to, folders: null });
  expect(html).not.toContain('alert(1)</script>');
  expect(readReleaseSet(html)).toEqual(to);
});

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self' https://db.example; trusted-types default";

test('widenPolicy adds sources to the given directives only', () => {
  expect(widenPolicy(POLICY, { 'connect-src': ['ws://localhost:3001'], 'trusted-types': ['overlay'] })).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self' https://db.example ws://localhost:3001; trusted-types default overlay",
  );
});

test('widenPolicy adds no source twice', () => {
  expect(widenPolicy(POLICY, {})).toBe(POLICY);
  expect(widenPolicy(POLICY, { 'script-src': ["'self'"] })).toBe(POLICY);
});

test("widenPolicy removes 'none' from a directive that gets sources, and adds no directive", () => {
  expect(widenPolicy("script-src 'none'", { 'script-src': ["'self'"], 'img-src': ['data:'] })).toBe("script-src 'self'");
});
