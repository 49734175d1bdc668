import { fencedBlocks, OpenFenceError } from '../docs/fenced-blocks.ts';

test('reads the language, the other words, the line and the content of each block', () => {
  expect(fencedBlocks('text\n\n```tsx src/a.tsx\n<p>\n\n</p>\n```\n\n~~~\nplain\n~~~\n')).toEqual([
    { language: 'tsx', words: ['src/a.tsx'], line: 4, content: '<p>\n\n</p>\n' },
    { language: '', words: [], line: 10, content: 'plain\n' },
  ]);
});

test('removes the indentation of a list, and no more', () => {
  expect(fencedBlocks('1. do\n\n   ```sh\n   if true; then\n     ls\n   fi\n   ```\n')[0]?.content).toBe('if true; then\n  ls\nfi\n');
});

test('treats a shorter fence in a block as content', () => {
  expect(fencedBlocks('````md\n```sh\nls\n```\n````\n')).toEqual([{ language: 'md', words: [], line: 2, content: '```sh\nls\n```\n' }]);
});

test('reports the line of a block that is not closed', () => {
  expect(() => fencedBlocks('a\n```sh\nls\n')).toThrow(new OpenFenceError(2));
});
