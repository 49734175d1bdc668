/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unconfinedIn } from '@atrium/releases/inspection';
import { buildModule } from './build-module.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

jest.setTimeout(120_000);

/** Builds a module whose page has these style sheets. @returns all of its CSS */
async function builtStyles(styles: Readonly<Record<string, string>>): Promise<string> {
  const imports = Object.keys(styles).map((file) => `import './${file}';`).join('');
  const sheets = Object.fromEntries(Object.entries(styles).map(([file, css]) => [`src/${file}`, css]));
  const folder = moduleFolder({ ...ORDERS, ...sheets, 'src/list-page.tsx': `${imports}${ORDERS['src/list-page.tsx']}` });
  try {
    await buildModule(folder.root, { minimize: false });
    const output = path.join(folder.root, 'dist');
    const files = readdirSync(output).filter((file) => file.endsWith('.css'));
    const contents = files.map((file) => readFileSync(path.join(output, file)));
    expect(contents.flatMap((content) => unconfinedIn('orders', content))).toEqual([]);
    return contents.join('\n');
  } finally {
    folder.remove();
  }
}

test('confines a plain style sheet and its imports to the pages of the module', async () => {
  const css = await builtStyles({
    'plain.css': '@import "./imported.css";\n@keyframes orders-turn { to { rotate: 1turn } }\n.picker a { color: red }\n@media print { p { margin: 0 } }',
    'imported.css': 'table { color: blue }',
  });
  const scope = String.raw`@scope \(\[data-atrium-module=("?)orders\1\]\)\s*\{`;
  expect(css).toMatch(new RegExp(`${scope}\\s*\\.picker a \\{ color: red \\}\\s*@media print \\{ p \\{ margin: 0 \\} \\}\\s*\\}`));
  expect(css).toMatch(new RegExp(`${scope}\\s*table \\{ color: blue`));
  expect(css).toMatch(/(?:^|\})\s*@keyframes orders-turn/m);
  expect(css).toMatch(/\.orders-count-/);
});

test('reports styles that affect the rest of the site, with file and line', async () => {
  const built = builtStyles({
    'global.module.css': '.row { color: red }\n\n:global(body) {\n  background: hotpink;\n}',
    'theme.css': 'p { margin: 0 }\n:root { --atrium-accent: hotpink }\n@font-face { font-family: Inter; src: url(https://fonts.test/inter.woff2) }',
    'broken.css': 'p { margin: 0',
  });
  const failure = await built.then(() => '', String);
  expect(failure).toContain('src/global.module.css:3 "body" styles the whole document');
  expect(failure).toContain('src/theme.css:2 ":root" styles the whole document');
  expect(failure).toContain('src/theme.css:3 "@font-face" has a font-family that the whole site shares');
  expect(failure).toContain('broken.css');
});
