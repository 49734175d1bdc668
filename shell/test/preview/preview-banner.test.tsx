import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { documentPreview } from '../../src/preview/document-preview.ts';
import { PreviewBanner } from '../../src/preview/preview-banner.tsx';

const NOW = Date.UTC(2026, 10, 21);
const SHOWN = { name: 'orders', release: 'abcdefgh234567ab', team: 'orders-team', expires: NOW / 1000 + 60 } as const;

let requested: string[];
let reloads: number;
let inspections: number;

beforeEach(() => {
  [requested, reloads, inspections] = [[], 0, 0];
  globalThis.fetch = ((address: string, { method }: RequestInit) => {
    requested.push(`${method} ${address}`);
    return Promise.reject(new Error('offline'));
  }) as typeof fetch;
  jest.useFakeTimers({ now: NOW, doNotFake: ['performance', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

function show(shown: Parameters<typeof PreviewBanner>[0]['shown']) {
  render(<PreviewBanner shown={shown} name="Orders" reload={() => (reloads += 1)} inspect={() => (inspections += 1)} />);
  return userEvent.setup({ advanceTimers: (milliseconds) => jest.advanceTimersByTime(milliseconds) });
}

test('names the preview, and says when it has expired', () => {
  show(SHOWN);
  expect(screen.getByRole('region', { name: 'Preview' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(/^Preview of Orders, release abcdefgh234567ab, by team orders-team, until .*2026/);
  act(() => void jest.advanceTimersByTime(59_999));
  expect(screen.getByRole('status')).not.toHaveTextContent('has expired');
  act(() => void jest.advanceTimersByTime(1));
  expect(screen.getByRole('status')).toHaveTextContent('The preview of Orders has expired. End it to go back to the live site.');
});

test('ends the preview in the tab and on the server, and loads the live page even without a response', async () => {
  sessionStorage.setItem('atrium-preview', 'digest');
  const user = show(SHOWN);
  await user.click(screen.getByRole('button', { name: 'End preview' }));
  expect([sessionStorage.getItem('atrium-preview'), requested, reloads]).toEqual([null, ['DELETE /__atrium/preview'], 1]);
});

test('opens the inspector', async () => {
  const user = show(SHOWN);
  await user.click(screen.getByRole('button', { name: 'Inspect' }));
  expect(inspections).toBe(1);
});

test('says that the preview has ended until that is dismissed', async () => {
  const user = show(null);
  expect(screen.getByRole('status')).toHaveTextContent('The preview has ended. This is the live site.');
  expect(screen.queryByRole('button', { name: 'End preview' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region')).toBeNull();
});

describe("the document's data block", () => {
  function documentWith(text: string | null): Document {
    const made = document.implementation.createHTMLDocument();
    if (text === null) return made;
    const block = made.createElement('script');
    block.type = 'application/json';
    block.id = 'atrium-preview';
    block.textContent = text;
    made.head.append(block);
    return made;
  }

  test.each([[{ shown: SHOWN }], [{ shown: null }]])('is parsed: %j', (block) => {
    expect(documentPreview(documentWith(JSON.stringify(block)))).toEqual(block);
  });

  test.each([null, '', '{', '{}', 'null', '{"shown":{}}', JSON.stringify({ shown: { ...SHOWN, release: '../x' } })])('%s means no preview', (text) => {
    expect(documentPreview(documentWith(text))).toBeNull();
  });
});
