import '@testing-library/jest-dom';
import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { dismissToast, onSiteEvent, onToasts, showToast, shownToasts, sendSiteEvent, useSiteEvent } from '../../src/site/site.ts';

declare module '@atrium/page-kit/contract/site' {
  interface SiteEvents {
    'orders.created': { readonly id: string; readonly lines: string[] };
  }
}

const created = (id: string) => ({ id, lines: ['tea'] });

describe('an event', () => {
  it('reaches listeners as a copy, until they unsubscribe', () => {
    const received: unknown[] = [];
    const sent = created('1');
    const stop = onSiteEvent('orders.created', (detail) => {
      detail.lines.push('changed');
      received.push(detail);
    });
    sendSiteEvent('orders.created', sent);
    expect(received).toEqual([{ id: '1', lines: ['tea', 'changed'] }]);
    expect(sent).toEqual(created('1'));
    stop();
    sendSiteEvent('orders.created', created('2'));
    expect(received).toHaveLength(1);
  });

  it('reaches a listener that subscribed twice until both ends', () => {
    const received = jest.fn();
    const [stop, stopOther] = [onSiteEvent('orders.created', received), onSiteEvent('orders.created', received)];
    stop();
    sendSiteEvent('orders.created', created('1'));
    expect(received).toHaveBeenCalledTimes(1);
    stopOther();
    sendSiteEvent('orders.created', created('2'));
    expect(received).toHaveBeenCalledTimes(1);
  });

  it('reports a listener that throws, without affecting the sender and other listeners', () => {
    const reported = jest.fn();
    Object.assign(window, { reportError: reported });
    const received = jest.fn();
    const stops = [
      onSiteEvent('orders.created', () => {
        throw new TypeError('broken');
      }),
      onSiteEvent('orders.created', received),
    ];
    sendSiteEvent('orders.created', created('1'));
    expect(received).toHaveBeenCalledTimes(1);
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: 'A listener of the event orders.created failed.', cause: expect.any(TypeError) as unknown }));
    for (const stop of stops) stop();
  });

  it('calls the latest listener of a mounted component', () => {
    function Counter() {
      const [count, setCount] = useState(0);
      useSiteEvent('orders.created', () => setCount(count + 1));
      return <p>{count} orders</p>;
    }
    const { container, unmount } = render(<Counter />);
    act(() => sendSiteEvent('orders.created', created('1')));
    act(() => sendSiteEvent('orders.created', created('2')));
    expect(container).toHaveTextContent('2 orders');
    unmount();
    sendSiteEvent('orders.created', created('3'));
  });

  it('fails for the sender if its detail cannot be copied, even without listeners', () => {
    const uncloneable = { ...created('1'), done: () => undefined };
    expect(() => sendSiteEvent('orders.created', uncloneable)).toThrow(/could not be cloned/);
  });

  it('is type-checked', () => {
    // @ts-expect-error undeclared event
    sendSiteEvent('orders.deleted', {});
    // @ts-expect-error missing member
    sendSiteEvent('orders.created', { id: '1' });
  });
});

describe('a toast', () => {
  afterEach(() => {
    for (const { id } of shownToasts()) dismissToast(id);
  });

  it('stays until it is dismissed, and listeners are notified', () => {
    const received = jest.fn();
    const stop = onToasts(received);
    const takeAway = showToast({ text: 'Saved' });
    expect(shownToasts()).toMatchObject([{ text: 'Saved' }]);
    takeAway();
    takeAway();
    expect(shownToasts()).toEqual([]);
    expect(received).toHaveBeenCalledTimes(2);
    stop();
  });

  it('makes room for a fourth by removing the oldest toast without an action', () => {
    const action = { label: 'Undo', run: () => undefined };
    for (const text of ['1', '2', '3', '4']) showToast({ text, ...(text === '1' && { action }) });
    expect(shownToasts().map(({ text }) => text)).toEqual(['1', '3', '4']);
  });

  it('replaces one with the same text, unless that has an action', () => {
    const action = { label: 'Undo', run: () => undefined };
    const takeAway = showToast({ text: 'Offline' });
    showToast({ text: 'Offline' });
    expect(shownToasts().length).toBe(1);
    takeAway();
    expect(shownToasts().map(({ text }) => text)).toEqual(['Offline']);
    showToast({ text: 'Deleted', action });
    showToast({ text: 'Deleted', action });
    expect(shownToasts().map(({ text }) => text)).toEqual(['Offline', 'Deleted', 'Deleted']);
  });

  it('is shown if it is the only one without an action', () => {
    for (const text of ['1', '2', '3', '4']) showToast({ text, ...(text !== '4' && { action: { label: 'Undo', run: () => undefined } }) });
    expect(shownToasts().map(({ text }) => text)).toEqual(['2', '3', '4']);
  });

  it('is removed if it is the oldest and all have actions', () => {
    for (const text of ['1', '2', '3', '4']) showToast({ text, action: { label: 'Undo', run: () => undefined } });
    expect(shownToasts().map(({ text }) => text)).toEqual(['2', '3', '4']);
  });
});
