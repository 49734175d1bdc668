import { act, screen, waitFor } from '@testing-library/react';
import { backend } from '@atrium/page-kit/testing';
import { board, boards, members, openBoard, putNote } from './workspace.ts';

const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const isLive = () => waitFor(() => expect(screen.queryByText(/live connection is interrupted/)).not.toBeInTheDocument());
const isLost = () => screen.findByText(/live connection is interrupted/);

/** Controls what the realtime service sends. */
interface Service {
  /** Sends a message on the board's channel. */
  readonly say: (event: string, payload?: object) => Promise<void>;
  /** Refuses all further joins. */
  readonly refuseJoins: () => void;
  /** Leaves all further joins without a response, until the returned function is called. */
  readonly holdJoins: () => () => void;
}

/** Opens the board with a controllable realtime service. */
async function openLive(): Promise<Service> {
  const { realtime } = backend;
  const connect = realtime.connect.bind(realtime);
  let send: (frame: string) => void = () => undefined;
  let isRefusing = false;
  let held: (() => void)[] | null = null;
  jest.spyOn(realtime, 'connect').mockImplementation((toClient) => {
    send = toClient;
    const connection = connect(toClient);
    const receive = (frame: string | ArrayBuffer) => {
      if (typeof frame !== 'string' || !frame.includes('"phx_join"')) return connection.receive(frame);
      if (held) return void held.push(() => connection.receive(frame));
      if (!isRefusing) return connection.receive(frame);
      const [, joinRef, ref, topic] = /^\["([^"]*)","([^"]*)","([^"]*)"/.exec(frame) ?? [];
      toClient(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'error', response: { reason: 'Unauthorized' } }]));
    };
    return { ...connection, receive };
  });
  await openBoard();
  await screen.findByText('Only you are here now.');
  return {
    say: async (event, payload = {}) => {
      await act(() => Promise.resolve(send(JSON.stringify([null, null, `realtime:workspace:board:${board}`, event, payload]))));
    },
    refuseJoins: () => {
      isRefusing = true;
    },
    holdJoins: () => {
      const joins: (() => void)[] = [];
      held = joins;
      return () => {
        held = null;
        for (const join of joins) join();
      };
    },
  };
}

afterEach(() => jest.restoreAllMocks());

test('joins again after the service closed the channel', async () => {
  const { say, holdJoins } = await openLive();
  const letJoin = holdJoins();
  await say('system', { status: 'error', extension: 'system', message: 'Too many messages per second' });
  await say('phx_close');
  expect(await isLost()).toBeVisible();
  letJoin();
  await isLive();
  putNote({ title: 'Ink' });
  expect(await find('Ink')).toBeVisible();
});

test('shows when the service refuses to send changes, and tries again', async () => {
  const { say, holdJoins } = await openLive();
  const letJoin = holdJoins();
  await say('system', { status: 'error', extension: 'postgres_changes', message: 'Unable to subscribe to changes' });
  expect(await isLost()).toBeVisible();
  letJoin();
  await isLive();
  putNote({ title: 'Ink' });
  expect(await find('Ink')).toBeVisible();
});

test.each(['phx_close', 'phx_error'])('shows that the user is no longer on the board when joining again after %s is refused', async (event) => {
  const { say, refuseJoins } = await openLive();
  refuseJoins();
  members().remove(() => true);
  boards().update(() => true, { owner: 'someone else' });
  await say(event);
  expect(await screen.findByRole('heading', { level: 1, name: 'You are no longer on “Plans of Ada”' })).toBeVisible();
});
