/** @jest-environment node */
import { buildModule } from './build-module.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

test('reports a missing file with the place of its import in the source', async () => {
  const module = (ORDERS['src/module.ts'] ?? '').replace('./list-page.tsx', './lst-page.tsx');
  const folder = moduleFolder({ ...ORDERS, 'src/module.ts': module });
  try {
    const error = await buildModule(folder.root, { minimize: false }).catch((cause: unknown) => cause);
    expect(error instanceof Error ? error.message : '').toMatch(/ERROR in \S*src\/module\.ts:4:79\nCannot find \.\/lst-page\.tsx\. Correct the path, or install the package\./);
  } finally {
    folder.remove();
  }
});

test.each(['@atrium/page-kit/src/ui/button', '@atrium/shell/frame'])('says what a module can import instead of %s', async (internal) => {
  const folder = moduleFolder({ ...ORDERS, 'src/list-page.tsx': `import '${internal}';\n${ORDERS['src/list-page.tsx'] ?? ''}` });
  try {
    const error = await buildModule(folder.root, { minimize: false }).catch((cause: unknown) => cause);
    const advice = `src/list-page.tsx:1:9\n${internal} is internal to Atrium, or does not exist. Import what the README of @atrium/page-kit lists.`;
    expect(error instanceof Error ? error.message : '').toContain(advice);
  } finally {
    folder.remove();
  }
});

test('reports one syntax error for each file, with its place in the source', async () => {
  const page = ORDERS['src/list-page.tsx'] ?? '';
  const folder = moduleFolder({ ...ORDERS, 'src/list-page.tsx': page.replace('return <button', 'return <div <button') });
  try {
    const error = await buildModule(folder.root, { minimize: false }).catch((cause: unknown) => cause);
    const message = error instanceof Error ? error.message : '';
    expect(message).toMatch(/ERROR in \S*src\/list-page\.tsx:8:27\n'>' expected\. \(TS1005\)/);
    expect(message).toMatch(/> 8 \|.*<div <button.*\n +\| +\^\n/);
    expect(message.match(/list-page\.tsx/g)).toHaveLength(1);
  } finally {
    folder.remove();
  }
});
