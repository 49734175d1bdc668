import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROVIDERS } from '../../src/contract/auth-providers.ts';

test.each(['passkey', ...Object.keys(PROVIDERS)])('the style sheet shows the button for %s where the project allows it', (method) => {
  const styles = readFileSync(path.join(__dirname, '../../src/ui/ui.css'), 'utf8');
  expect(styles).toContain(`:root[data-sign-in~='${method}'] [data-sign-in-method~='${method}']`);
});
