/** @jest-environment node */
import ts from 'typescript';
import { foreignSlots } from '../../src/dev-server/own-slots-check.ts';

/** The code that ts-loader writes for a component. */
function compiled(jsx: string): string {
  const { outputText } = ts.transpileModule(`import { Slot } from '@atrium/page-kit/site'; export default () => ${jsx};`, {
    fileName: 'page.tsx',
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return outputText;
}

test('finds the slots of other modules, with and without content', () => {
  expect(foreignSlots(compiled('<><Slot order={1} name="workspace.actions" /><Slot name="site.home">{(shown) => <p>{shown}</p>}</Slot></>'), 'orders')).toEqual(['workspace.actions', 'site.home']);
});

test('allows the slots of the module', () => {
  expect(foreignSlots(compiled('<Slot name="orders.actions" order={1} />'), 'orders')).toEqual([]);
});
