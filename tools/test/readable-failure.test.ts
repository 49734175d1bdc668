import { afterEach, expect, jest, test } from '@jest/globals';
import { LogUnreadableError, RegistryUnreadableError, StoreLockedError, TeamBookError } from '@atrium/releases/store-errors';
import { printReadableFailure } from '../commands/readable-failure.ts';

const { exitCode } = process;

afterEach(() => {
  process.exitCode = exitCode;
  jest.restoreAllMocks();
});

test.each([new RegistryUnreadableError('it is gone'), new LogUnreadableError(3, 'it is damaged'), new TeamBookError('The book is damaged.'), new StoreLockedError('somebody')])(
  'a store that cannot be used is told in its own words: %s',
  (error) => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    printReadableFailure(error);
    expect(printed.mock.calls).toEqual([[error.message]]);
    expect(process.exitCode).toBe(1);
  },
);

test('a defect goes on to Node', () => {
  const defect = new TypeError('undefined is not a function');
  expect(() => printReadableFailure(defect)).toThrow(defect);
});
