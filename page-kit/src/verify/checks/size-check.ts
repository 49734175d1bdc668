import { brotliCompressSync } from 'node:zlib';
import type { Check, Finding } from '../check.ts';

export const sizeCheck: Check = {
  name: 'size',
  expectation: 'What a route loads of the module stays in its budget.',
  mend: 'Load later, by `import()`, what the first look does not need, and look into the build for a library that came in whole. --budget-kb sets the budget.',
  run: (tried, { screens, limits }) => {
    const sizes = new Map<string, number>();
    const sizeOf = (file: string) => {
      const content = tried.files.get(file);
      const size = sizes.get(file) ?? (content ? brotliCompressSync(content).length : 0);
      sizes.set(file, size);
      return size;
    };
    const most = new Map<string, number>();
    for (const { route, loaded } of screens.all) {
      const bytes = [...loaded].reduce((sum, file) => sum + sizeOf(file), 0);
      most.set(route, Math.max(bytes, most.get(route) ?? 0));
    }
    const findings: Finding[] = [...most]
      .filter(([, bytes]) => bytes > limits.bytes)
      .map(([route, bytes]) => ({ where: tried.pathOf(route), problem: `It loads ${kilobytes(bytes)} of the module, compressed, and ${kilobytes(limits.bytes)} are allowed.` }));
    return Promise.resolve(findings);
  },
};

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
