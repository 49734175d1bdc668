import { render } from '@testing-library/react';
import { hasUnsavedChanges, holdUnsavedChanges, onUnsavedChanges, useUnsavedChanges } from '../../src/ui/ui.ts';

function Form({ unsaved }: { readonly unsaved: boolean }) {
  useUnsavedChanges(unsaved);
  return null;
}

/** Whether the browser would ask before the tab is closed. */
function asksFirst(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('a mounted form with unsaved changes makes the browser ask before it closes the tab', () => {
  const turns: boolean[] = [];
  const stop = onUnsavedChanges(() => turns.push(hasUnsavedChanges()));
  const { rerender, unmount } = render(<Form unsaved={false} />);
  expect([hasUnsavedChanges(), asksFirst()]).toEqual([false, false]);
  rerender(<Form unsaved />);
  expect([hasUnsavedChanges(), asksFirst()]).toEqual([true, true]);
  rerender(<Form unsaved={false} />);
  expect([hasUnsavedChanges(), asksFirst()]).toEqual([false, false]);
  rerender(<Form unsaved />);
  unmount();
  expect([hasUnsavedChanges(), asksFirst()]).toEqual([false, false]);
  expect(turns).toEqual([true, false, true, false]);
  stop();
});

test('changes stay unsaved until the last holder releases them', () => {
  const turns = jest.fn();
  const stop = onUnsavedChanges(turns);
  const releases = [holdUnsavedChanges(), holdUnsavedChanges()];
  releases[0]?.();
  releases[0]?.();
  expect(hasUnsavedChanges()).toBe(true);
  releases[1]?.();
  expect(hasUnsavedChanges()).toBe(false);
  expect(turns).toHaveBeenCalledTimes(2);
  stop();
});
