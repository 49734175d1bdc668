import { importDiagram } from '../structure/diagram.ts';

function diagram(imports: Readonly<Record<string, readonly string[]>>): string {
  return importDiagram(new Map(Object.entries(imports).map(([name, targets]) => [name, new Set(targets)])));
}

test('draws an arrow for each import, also to parts that import nothing', () => {
  expect(diagram({ page: ['model'], 'main.ts': ['page'] })).toBe('flowchart TD\n  main_ts["main.ts"]\n  model["model"]\n  page["page"]\n  main_ts --> page\n  page --> model\n');
});

test('leaves out an arrow that follows from others', () => {
  expect(diagram({ main: ['page', 'model'], page: ['model'] })).toBe(diagram({ main: ['page'], page: ['model'] }));
});

test('draws every arrow of a cycle', () => {
  const text = diagram({ a: ['b', 'c'], b: ['a', 'c'], c: [] });
  expect(text.match(/-->/g)).toHaveLength(4);
});
