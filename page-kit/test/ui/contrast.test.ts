import { readFileSync } from 'node:fs';
import path from 'node:path';

const tokens = readFileSync(path.join(__dirname, '../../src/ui/tokens.css'), 'utf8');

/** The two values of a colour: in light and in dark. */
function colours(token: string): readonly [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--atrium-${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tokens) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no colour --atrium-${token}.`);
  return [light, dark];
}

/** Relative luminance (WCAG 2.2, definition). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours (WCAG 2.2, definition). */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function leastContrast(token: string, ground: string): number {
  const [light, dark] = colours(token);
  const [onLight, onDark] = colours(ground);
  return Math.min(contrast(light, onLight), contrast(dark, onDark));
}

test.each([
  ['text', 'ground'],
  ['text', 'sidebar'],
  ['text', 'surface'],
  ['text', 'surface-sunken'],
  ['text', 'accent-wash'],
  ['text-muted', 'ground'],
  ['text-muted', 'sidebar'],
  ['text-muted', 'surface'],
  ['text-muted', 'surface-sunken'],
  ['accent', 'ground'],
  ['accent', 'sidebar'],
  ['accent', 'surface'],
  ['accent', 'accent-wash'],
  ['accent-strong', 'surface'],
  ['accent-strong', 'accent-wash'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-accent', 'danger'],
  ['danger', 'surface'],
  ['danger', 'danger-wash'],
  ['success', 'success-wash'],
])('%s can be read on %s (WCAG 2.2, 1.4.3)', (text, ground) => {
  expect(leastContrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['edge-control', 'surface'],
  ['edge-control', 'ground'],
  ['focus', 'surface'],
  ['focus', 'ground'],
])('%s can be distinguished from %s (WCAG 2.2, 1.4.11)', (edge, ground) => {
  expect(leastContrast(edge, ground)).toBeGreaterThanOrEqual(3);
});
