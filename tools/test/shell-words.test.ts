import { shellCommands } from '../docs/shell-words.ts';

const words = (script: string) => shellCommands(script).map((command) => command.words);

test('finds each command of a script, and its line', () => {
  expect(shellCommands('cd a && npx atrium check # now\n\nnpm test; echo done | cat\n')).toEqual([
    { words: ['cd', 'a'], line: 0 },
    { words: ['atrium', 'check'], line: 0 },
    { words: ['npm', 'test'], line: 2 },
    { words: ['echo', 'done'], line: 2 },
    { words: ['cat'], line: 2 },
  ]);
});

test('removes quotes, keeps their content, and joins continued lines', () => {
  expect(words('atrium publish \\\n  --why "two columns" --who \'Ada L\'')).toEqual([['atrium', 'publish', '--why', 'two columns', '--who', 'Ada L']]);
});

test('leaves out variables and prefixes before a command', () => {
  expect(words('PORT=1 npm start\nsudo npx --yes ./kit.tgz orders')).toEqual([['npm', 'start'], ['./kit.tgz', 'orders']]);
});
