import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Compilation, type Configuration } from 'webpack';
import { baseConfig } from '../../../page-kit/src/webpack/base-config.ts';
import { HASHES_ID } from '../plain/document-hashes.ts';
import { contentTypeOf, integrityOf, type StaticSite } from './static-site.ts';

const WORKSPACE = path.resolve(import.meta.dirname, '../..');
const AUTH_MODULE = path.resolve(WORKSPACE, '../auth-remote/src/auth.tsx');
const LOGIN_PAGE = './sign-in/login-page.tsx';

/**
 * Builds the site's sources as one webpack bundle, with the first-screen optimisations of the federated site: supabase-js is
 * split off, the page's chunk and the credentials are preloaded, and every file has integrity.
 */
export async function buildWithWebpack(): Promise<StaticSite> {
  const outputPath = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  try {
    const base = baseConfig({ root: WORKSPACE, name: 'bench', outputPath });
    const compilation = await compile({
      ...base,
      entry: { main: './src/plain/guarded-main.tsx' },
      output: { ...base.output, publicPath: '/' },
      module: { rules: [...(base.module?.rules ?? []), { test: /\.(?:webp|woff2)$/, type: 'asset/resource' }] },
      resolve: { ...base.resolve, alias: { 'auth/auth': AUTH_MODULE } },
      devtool: false,
    });
    const files = await readFiles(outputPath);
    return { document: documentOf(compilation, files), files, integrity: true };
  } finally {
    await rm(outputPath, { recursive: true, force: true });
  }
}

function compile(configuration: Configuration): Promise<Compilation> {
  const compiler = webpack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close((closing) => {
        if (failure || closing || !stats) reject(failure ?? closing ?? new Error('webpack returned no result.'));
        else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve(stats.compilation);
      });
    });
  });
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => contentTypeOf(name) !== undefined);
  const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  return new Map(names.map((name, index) => [`/${name}`, contents[index] ?? Buffer.alloc(0)]));
}

function documentOf(compilation: Compilation, files: ReadonlyMap<string, Buffer>): string {
  const hashes = Object.fromEntries([...files].map(([file, content]) => [file, integrityOf(content)]));
  const initial = addressesOf(compilation.entrypoints.get('main')?.chunks ?? []);
  const page = addressesOf(
    compilation.chunkGroups.find(({ origins }) => origins.some(({ request }) => request === LOGIN_PAGE))?.chunks ?? [],
  ).filter((file) => !initial.includes(file));
  const attributes = (file: string) => `crossorigin="anonymous" integrity="${hashes[file] ?? ''}"`;
  const load = (file: string) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${file}" ${attributes(file)}>`
      : `<script defer src="${file}" ${attributes(file)}></script>`;
  const preload = (file: string) =>
    `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${file}" ${attributes(file)}>`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Atrium</title>
${initial.map(load).join('\n')}
${page.map(preload).join('\n')}
<link rel="preload" as="fetch" href="/api/supabase-credentials" crossorigin="anonymous">
<script type="application/json" id="${HASHES_ID}">${JSON.stringify(hashes)}</script>
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
}

function addressesOf(chunks: Iterable<{ readonly files: Iterable<string> }>): string[] {
  return [...chunks].flatMap((chunk) => [...chunk.files]).filter((file) => contentTypeOf(file)).map((file) => `/${file}`);
}
