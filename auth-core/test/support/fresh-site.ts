import { FakeSite } from './fake-site.ts';
import { closeTabs } from './open-tab.ts';

/** The user with an account at the site of every test. */
export const ada = { email: 'ada@example.com', password: 'correct horse' };

/** The site of the current test. A file that imports it gets a new one before each test, and the checks below after it. */
export let site: FakeSite;
/** The console errors of the current test. They are not printed. */
export let errors: jest.SpiedFunction<typeof console.error>;
/** The console warnings of the current test. They are not printed. */
export let warnings: jest.SpiedFunction<typeof console.warn>;

function silence(level: 'error' | 'warn') {
  return jest.spyOn(console, level).mockImplementation(() => undefined);
}

beforeEach(() => {
  errors = silence('error');
  warnings = silence('warn');
  site = new FakeSite();
  site.addAccount(ada.email, ada.password);
});

afterEach(async () => {
  const complaints = errors.mock.calls.map(([message]) => String(message)).filter((message) => /Warning|act\(/.test(message));
  jest.useRealTimers();
  // Storage works again. Errors of closing the tabs are not the test's.
  jest.restoreAllMocks();
  const quiet = silence('error');
  await closeTabs();
  quiet.mockRestore();
  expect(complaints).toEqual([]);
});
