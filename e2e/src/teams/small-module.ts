/** The name, path and texts of a small page module. */
export interface SmallModule {
  readonly name: string;
  /** The title and the label of the menu entry. */
  readonly title: string;
  readonly path: string;
  /** A sentence on the page. */
  readonly edition: string;
  /** A sentence in a lazy chunk. */
  readonly details: string;
}

/** The source files of a page module: one page that shows the signed-in user and loads a lazy chunk. */
export function moduleFiles({ name, title, path, edition, details }: SmallModule): Readonly<Record<string, string>> {
  return {
    'package.json': JSON.stringify({
      name,
      private: true,
      type: 'module',
      sideEffects: ['*.css'],
      scripts: { build: 'node node_modules/webpack/bin/webpack.js --stats errors-warnings' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', jsx: 'react-jsx', lib: ['ES2023', 'DOM'], strict: true,
        allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true, types: ['@atrium/page-kit/auth-module'],
      },
      include: ['src'],
    }),
    // Not in TypeScript like the configurations of the site's own parts: its loader takes as long as the build.
    'webpack.config.mjs': `
      import { importSource } from './node_modules/@atrium/page-kit/bin/import-source.mjs';
      const { pageModuleConfig } = await importSource('webpack/remote-config');
      export default pageModuleConfig({ root: import.meta.dirname });`,
    'src/manifest.ts': `
      import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
      export const manifest = defineModuleManifest({
        name: '${name}',
        owner: 'Team ${title}',
        contract: '^2.0',
        title: { en: '${title}' },
        routes: { list: '${path}' },
        navigation: [{ route: 'list', label: { en: '${title}' } }],
      });`,
    'src/module.ts': `
      import { definePageModule } from '@atrium/page-kit/contract/page-module';
      import { manifest } from './manifest.ts';
      export default definePageModule(manifest, { routes: { list: () => import('./list-page.tsx') } });`,
    'src/list-page.tsx': `
      import { Button, PageHeading } from '@atrium/page-kit/ui';
      import { useAuth } from 'auth/auth';
      import { useState } from 'react';
      import { Link } from 'react-router-dom';
      export default function ListPage() {
        const email = useAuth((auth) => auth.user?.email);
        const [details, setDetails] = useState('');
        const show = () => void import('./details.ts').then((loaded) => setDetails(loaded.details));
        return (
          <>
            <PageHeading title="${title}" />
            <p>${edition}</p>
            {email ? <p>All that belongs to {email}</p> : <Link to="/login?next=${path}">Log in to see yours</Link>}
            <Button onClick={show}>Show details</Button>
            <p>{details}</p>
          </>
        );
      }`,
    'src/details.ts': `export const details = '${details}';`,
  };
}
