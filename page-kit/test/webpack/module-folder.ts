import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Inside the package, so that imports of installed packages resolve as in a team's repository. */
const PLACE = path.join(__dirname, '../../node_modules/.cache/module-folders');

/** Writes the files of a page module to a new folder, which `remove` deletes. */
export function moduleFolder(files: Readonly<Record<string, string>>): { root: string; remove(): void } {
  mkdirSync(PLACE, { recursive: true });
  const root = mkdtempSync(path.join(PLACE, 'module-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A page module with one page. */
export const ORDERS: Readonly<Record<string, string>> = {
  'src/manifest.ts': `
    import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
    export const manifest = defineModuleManifest({
      name: 'orders', contract: '^0.1', title: { en: 'Orders' },
      routes: { list: '/orders' },
      navigation: [{ route: 'list', label: { en: 'Orders' } }],
    });`,
  'src/module.ts': `
    import { definePageModule } from '@atrium/page-kit/contract/page-module';
    import { manifest } from './manifest.ts';
    export default definePageModule(manifest, { routes: { list: () => import('./list-page.tsx') } });`,
  'src/list-page.tsx': `
    import { useAuth } from 'auth/auth';
    import { useState } from 'react';
    import styles from './list.module.css';
    export default function ListPage() {
      const [count, setCount] = useState(0);
      const name = useAuth((auth) => auth.user?.email);
      return <button className={styles['count']} onClick={() => setCount(count + 1)}>{name} {count}</button>;
    }`,
  'src/list.module.css': '.count { color: rebeccapurple; }',
  'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true } }',
};
