import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { auth } from '../../src/testing/auth-module.ts';
import { ADA, backend, clock, faults, renderPage } from '../../src/testing/testing.ts';
import { orders } from './orders-module.tsx';

function SecondsOnPage() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((current) => current + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p>{seconds} seconds</p>;
}

const requests = (path: string) => backend.requests.filter((request) => request.path === path);

it('waitFor waits for at least four seconds', async () => {
  jest.useFakeTimers();
  try {
    let isThere = false;
    setTimeout(() => (isThere = true), 4000);
    await waitFor(() => expect(isThere).toBe(true));
  } finally {
    jest.useRealTimers();
  }
});

describe('the clock', () => {
  it('sets the time, which continues, and moves no timer', async () => {
    await clock.set('2026-03-01T12:00:00Z');
    expect(new Date().toISOString()).toMatch(/^2026-03-01T12:00:0/);
    expect(new Date(0).getTime()).toBe(0);
    expect(new Date()).toBeInstanceOf(Date);
    await clock.advance({ hours: 1, minutes: 30 });
    expect(new Date().toISOString()).toMatch(/^2026-03-01T13:30:0/);
    await expect(clock.set('noon')).rejects.toThrow(/"noon" is not a time/);
  });

  it('expires tokens, which are then refreshed', async () => {
    const page = await renderPage(orders, { at: '/orders' });
    const before = page.auth.state.session?.access_token;
    await clock.advance({ minutes: 50 });
    expect(page.auth.state.session?.access_token).toBe(before);
    await clock.advance({ minutes: 15 });
    expect(page.auth.state.session?.access_token).not.toBe(before);
    expect(page.auth.state).toMatchObject({ isAuthenticated: true, ended: null });
  });

  it('moves fake timers, if the test uses them', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const callback = jest.fn();
    setTimeout(callback, 60_000);
    await clock.advance({ seconds: 59 });
    expect(callback).not.toHaveBeenCalled();
    await clock.advance({ seconds: 2 });
    expect(callback).toHaveBeenCalled();
    jest.useRealTimers();
  });

  it('lets React render what the fake timers of a page change', async () => {
    const warned = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.useFakeTimers({ advanceTimers: true });
    render(<SecondsOnPage />);
    await clock.advance({ seconds: 3 });
    expect(screen.getByText(/^[34] seconds$/)).toBeVisible();
    expect(warned).not.toHaveBeenCalled();
    jest.useRealTimers();
    warned.mockRestore();
  });

  it('starts again with each test', () => {
    expect(new Date().getUTCFullYear()).toBeGreaterThanOrEqual(2026);
    expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeLessThan(60_000);
  });
});

describe('faults', () => {
  it('end the session when the next refresh fails', async () => {
    const page = await renderPage(orders, { at: '/orders' });
    faults.nextRefreshFails();
    await clock.advance({ hours: 2 });
    await waitFor(() => expect(page.auth.state).toMatchObject({ user: null, ended: 'revoked' }));
    expect(screen.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  });

  it('keep the page offline until the time is over', async () => {
    const page = await renderPage(orders, { at: '/orders' });
    const states: boolean[] = [];
    for (const name of ['online', 'offline']) addEventListener(name, () => states.push(navigator.onLine), { once: true });
    faults.offlineFor(10);
    await act(() => expect(page.auth.state.updateProfile({ name: 'Bea' })).rejects.toMatchObject({ code: 'network', status: 0 }));
    expect(states).toEqual([false]);
    await clock.advance({ seconds: 9 });
    expect(navigator.onLine).toBe(false);
    await clock.advance({ seconds: 2 });
    expect(states).toEqual([false, true]);
    await act(() => page.auth.state.updateProfile({ name: 'Bea' }));
    expect(await screen.findByText('of Bea')).toBeVisible();
  });

  it('make an action of the sign-in fail', async () => {
    backend.auth.addPerson(ADA);
    const page = await renderPage(orders, { at: '/login', auth: 'signed-out' });
    const message = 'For security purposes, you can only request this after 57 seconds.';
    faults.next({ service: 'auth', action: 'login', status: 429, code: 'over_request_rate_limit', message });
    await act(() =>
      expect(auth.getAuth().login(ADA)).rejects.toMatchObject({ name: 'AuthActionError', action: 'login', code: 'over_request_rate_limit', status: 429, retryAfterSeconds: 57, message }),
    );
    expect(page.auth.state).toMatchObject({ error: message, loading: false });
    await act(() => auth.getAuth().login(ADA));
    expect(page.auth.state).toMatchObject({ error: null, isAuthenticated: true });
  });

  it('are refused for an action without a request of its own', () => {
    expect(() => faults.next({ action: 'start', status: 500 })).toThrow(/No request of its own belongs to the action start/);
    expect(() => faults.hold({ action: 'start' })).toThrow(/action start/);
  });

  it('make a service fail, or respond with something else than JSON', async () => {
    backend.table('orders_orders');
    faults.next({ service: 'rest', path: 'orders_orders', status: 400, code: '42P01', message: 'broken' });
    await renderPage(orders, { at: '/orders' });
    expect(await screen.findByRole('alert')).toHaveTextContent('broken');
    faults.next({ service: 'auth', action: 'updateProfile', answer: 'malformed' });
    await act(() => expect(auth.getAuth().updateProfile({ name: 'Bea' })).rejects.toMatchObject({ code: 'network', status: 0 }));
  });

  it('make a request hang until it times out', async () => {
    const page = await renderPage(orders, { at: '/orders' });
    const hanging = { service: 'auth', action: 'updateProfile' } as const;
    const { arrived } = faults.hold(hanging);
    let outcome: Promise<unknown> = Promise.resolve();
    await act(() => {
      outcome = auth.getAuth().updateProfile({ name: 'Bea' }).catch((error: unknown) => error);
      return arrived;
    });
    expect(page.auth.state.loading).toBe(true);
    await clock.advance({ seconds: 16 });
    expect(await act(() => outcome)).toMatchObject({ code: 'timeout', status: 0, message: page.auth.state.error });
    expect(page.auth.state.loading).toBe(false);
  });

  it('lose the response of a request that was executed', async () => {
    backend.table('orders_orders');
    const page = await renderPage(orders, { at: '/orders' });
    const client = await auth.getSupabase();
    faults.next({ service: 'rest', method: 'POST', answer: 'lost' });
    expect((await client.from('orders_orders').insert({ title: 'Ink' })).error).not.toBeNull();
    expect(backend.table('orders_orders').rows).toMatchObject([{ title: 'Ink' }]);
    expect(page.failure).toBeNull();
  });

  it('hold a request until the test releases it', async () => {
    backend.table('orders_orders').insert({ title: 'Ink' });
    const held = faults.hold({ service: 'rest', path: 'orders_orders' });
    await renderPage(orders, { at: '/orders' });
    await held.arrived;
    expect(screen.queryByRole('listitem')).toBeNull();
    held.release();
    expect(await screen.findByRole('listitem')).toHaveTextContent('Ink');
    expect(requests('/orders_orders').length).toBeGreaterThan(0);
  });
});
