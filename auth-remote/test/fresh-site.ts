import { FakeSite } from './fake-site.ts';
import { closeTabs } from './open-tab.ts';

/** Who has an account at the site of every test. */
export const ada = { email: 'ada@example.com', password: 'correct horse' };

/** The site of the test that runs: a new one for each. A file that imports it gets what stands below around its tests. */
export let site: FakeSite;
/** What the test that runs wrote to the console as an error. None of it is shown. */
export let errors: jest.SpiedFunction<typeof console.error>;
/** The same for warnings. */
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
  // The storage works again, and what closing the tabs has to say is not of the test.
  jest.restoreAllMocks();
  const quiet = silence('error');
  await closeTabs();
  quiet.mockRestore();
  expect(complaints).toEqual([]);
});
