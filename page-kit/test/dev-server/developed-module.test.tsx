import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';

const report = jest.fn();
const reportFailedLoad = jest.fn();

jest.mock('../../src/dev-server/client/development-errors.ts', () => ({ developmentErrors: () => ({ report, reportFailedLoad }) }));
jest.mock(
  'atrium-developed-module',
  () => ({
    __esModule: true,
    default: {
      manifest: {},
      routes: {
        list: () => Promise.resolve({ default: Object.assign(() => 'All orders', { load: 'load' }) }),
        broken: () => Promise.resolve({ default: () => { throw new Error('It cannot be shown.'); } }),
        unnamed: () => Promise.resolve({ ListPage: () => 'All orders' }),
      },
      extensions: { recent: () => Promise.reject(new Error('It did not load.')) },
      start: () => { throw new Error('It did not start.'); },
    },
  }),
  { virtual: true },
);

/** The module as the shell gets it under development. */
async function developedModule() {
  const { default: module } = await import('../../src/dev-server/client/developed-module.tsx');
  return module;
}

beforeEach(() => {
  report.mockReset();
  reportFailedLoad.mockReset();
});

test('renders a page, and keeps the function that loads its first data', async () => {
  const { default: Page } = (await (await developedModule()).routes['list']?.()) ?? {};
  if (!Page) throw new Error('The route has no page.');
  render(<Page />);
  expect(screen.getByText('All orders')).toBeVisible();
  expect(Page.load).toBe('load');
  expect(report).not.toHaveBeenCalled();
});

test('reports an error of a page with the components around it, and shows a placeholder', async () => {
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockReturnValue();
  const { default: Page } = (await (await developedModule()).routes['broken']?.()) ?? {};
  if (!Page) throw new Error('The route has no page.');
  act(() => void render(<Page />));
  expect(screen.getByRole('alert')).toHaveTextContent('This part of the page failed. It appears again when the error is fixed.');
  expect(report).toHaveBeenCalledWith(new Error('It cannot be shown.'), expect.stringContaining('ReportingBoundary'));
  jest.restoreAllMocks();
});

test('reports a file without a default export, a file that does not load, and a failed start', async () => {
  const { routes, extensions, start } = await developedModule();
  await routes['unnamed']?.();
  expect(reportFailedLoad).toHaveBeenCalledWith(new TypeError('The file of the route unnamed has no default export. Write `export default function …` before its component.'));
  await extensions?.['recent']?.();
  expect(reportFailedLoad).toHaveBeenLastCalledWith(new Error('It did not load.'));
  await start?.({} as never);
  expect(report).toHaveBeenCalledWith(new Error('It did not start.'));
});
