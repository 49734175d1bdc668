import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { seed } from '../command/seed.ts';

/** Copies a finished build instead of building, and fails if the sources contain `broken`. */
const WEBPACK_CONFIG = `
  import { cpSync, readFileSync } from 'node:fs';
  const copy = (compiler) => compiler.hooks.afterEmit.tap('copy', (compilation) => {
    if (readFileSync('src/total.ts', 'utf8').includes('broken')) compilation.errors.push(new Error('src/total.ts is broken.'));
    else cpSync('finished', 'dist', { recursive: true });
  });
  export default { mode: 'none', entry: 'data:text/javascript,', output: { path: import.meta.dirname + '/unused' }, plugins: [copy] };`;

/** The source of the module. */
export const SOURCE = 'export const total: number = 1;\n';

/** A module whose build is quick, and a store with a site. */
export async function quickModule() {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  renameSync(path.join(folder, 'dist'), path.join(folder, 'finished'));
  mkdirSync(path.join(folder, 'src'));
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content);
  write('webpack.config.mjs', WEBPACK_CONFIG);
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [], lib: ['ES2022'], target: 'ES2022', noEmit: true, skipLibCheck: true }, include: ['src'] }));
  write('src/total.ts', SOURCE);
  write('total.test.cjs', "test('adds up', () => expect(process.env.TOTAL).toBe('1'));");
  const store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  return { folder, write, inStore: (...args: string[]) => [...args, '--store', store] };
}
