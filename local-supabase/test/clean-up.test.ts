import { expect, it } from '@jest/globals';
import { CleanUp } from '../src/clean-up.ts';

it('runs every step in reverse order and throws the first failure at the end', async () => {
  const cleanUp = new CleanUp();
  const undone: string[] = [];
  const undo = (name: string, failure?: Error): void => {
    cleanUp.add(() => {
      undone.push(name);
      return failure ? Promise.reject(failure) : Promise.resolve();
    });
  };
  undo('lock');
  undo('database');
  undo('functions', new Error('functions do not end'));
  undo('server');

  await expect(cleanUp.run()).rejects.toThrow('functions do not end');
  expect(undone).toEqual(['server', 'functions', 'database', 'lock']);
  await cleanUp.run();
});
