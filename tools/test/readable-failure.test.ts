import { afterEach, expect, jest, test } from '@jest/globals';
import { LogUnreadableError, RegistryUnreadableError, StoreLockedError, TeamBookError } from '@atrium/releases/stores';
import { printReadableFailure } from '../commands/readable-failure.ts';

const { exitCode } = process;

afterEach(() => {
  process.exitCode = exitCode;
  jest.restoreAllMocks();
});

test.each([new RegistryUnreadableError('it is gone'), new LogUnreadableError(3, 'it is damaged'), new TeamBookError('The book is damaged.'), new StoreLockedError('another process')])(
  'prints only the message of an expected error: %s',
  (error) => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    printReadableFailure(error);
    expect(printed.mock.calls).toEqual([[error.message]]);
    expect(process.exitCode).toBe(1);
  },
);

test('throws an unexpected error, so that Node prints its stack', () => {
  const defect = new TypeError('undefined is not a function');
  expect(() => printReadableFailure(defect)).toThrow(defect);
});
