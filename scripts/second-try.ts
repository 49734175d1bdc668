import { jest } from '@jest/globals';

// A hiccup of a shared machine must not stop a landing; `npm test` names the tests that needed their second try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
