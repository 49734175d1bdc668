import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string): string => readFileSync(path.join(__dirname, '../../..', file), 'utf8');
const reference = read('docs/reference/styles.md');

test('the reference has every token with its value, and no other', () => {
  const [root = ''] = /:root \{[^}]*\}/.exec(read('page-kit/src/ui/tokens.css')) ?? [];
  const tokens = [...root.matchAll(/(--atrium-[\w-]+):\s*([^;]+);/g)].filter(([, name]) => !/-tint-\d$/.test(name ?? ''));
  expect(tokens.length).toBeGreaterThan(30);
  for (const [, name, value = ''] of tokens) {
    const row = reference.split('\n').find((line) => line.startsWith(`| \`${name ?? ''}\` |`));
    const [, light, dark] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? [];
    expect([name, row]).toEqual([name, expect.stringContaining(light === undefined ? `\`${value.replace(/\s+/g, ' ')}\`` : `\`${light}\` | \`${dark ?? ''}\``) as string]);
  }
  const known = new Set(tokens.map(([, name]) => name));
  expect([...reference.matchAll(/^\| `(--atrium-(?!tint)[\w-]+)/gm)].map(([, name]) => name).filter((name) => !known.has(name))).toEqual([]);
});

test('every class of the reference is in the style sheet', () => {
  const styles = read('page-kit/src/ui/ui.css');
  const classes = [...reference.matchAll(/`(atrium-[\w-]+)`/g)].map(([, name]) => name);
  expect(classes.length).toBeGreaterThan(10);
  for (const name of classes) expect(styles).toMatch(new RegExp(`\\.${name ?? ''}[ ,{]`));
});
