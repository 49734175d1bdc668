import { configure, getConfig } from '@testing-library/react';

/** Milliseconds after which `findBy…` and `waitFor` fail. Testing Library's default of one second is too short while a busy machine compiles a page. */
const WAIT_LIMIT_MS = 15_000;

/** Whether Testing Library tries again after an error. It has no public name for this. */
const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure(({ getElementError }) => ({
  asyncUtilTimeout: WAIT_LIMIT_MS,
  // The error of each try would print the page, and only the last one is shown. Testing Library prints the page for it again.
  getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : getElementError(message, container)),
}));
