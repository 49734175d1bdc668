import type { Connection } from '../client/connection.ts';
import { loadClientCode, type ClientCode } from '../client/client-code.ts';
import { awaitFirstPage, type FirstPage } from '../client/first-page.ts';
import { hasStoredSession } from '../client/stored-session.ts';
import { fetchCredentials, type Credentials } from '../credentials/fetch-credentials.ts';
import { describeFailure } from '../failure/describe-failure.ts';
import { logFailure } from '../failure/log-failure.ts';
import { keepSuccess } from './keep-success.ts';

/** Where the tab's one client comes from. */
export interface ClientSource {
  /** The connection; shares the attempt under way, keeps a success, tries again after a failure. */
  open(): Promise<Connection>;
  /** The connection where there is one already. */
  opened(): Connection | null;
  /** What came with supabase-js, once it has arrived. */
  code(): ClientCode | null;
  /** The last attempt, failed ones too, for React: a component that suspends again and again must not ask again and again. */
  last(): Promise<Connection>;
  /** The first page is on screen, or somebody needs the client now: ends the wait. */
  hurry(): void;
}

/** Creates the source. Nothing is asked for before the first {@link ClientSource.open}. */
export function createClientSource(): ClientSource {
  let credentials = keepSuccess(fetchCredentials);
  const clientCode = keepSuccess(loadClientCode);
  let code: ClientCode | null = null;
  let firstPage: FirstPage | null = null;
  let hurried = false;
  let attempt: Promise<Connection> | null = null;
  let opened: Connection | null = null;

  async function waitForFirstPage(): Promise<void> {
    if (hurried || hasStoredSession()) return;
    firstPage ??= awaitFirstPage();
    await firstPage.over;
  }

  /** Credentials that the client refuses are as good as none: the next attempt asks for them anew. */
  function connectWith({ connect }: ClientCode, found: Credentials): Connection {
    try {
      return connect(found);
    } catch (refusal) {
      credentials = keepSuccess(fetchCredentials);
      throw refusal;
    }
  }

  const open = keepSuccess(async () => {
    try {
      const [found, arrived] = await Promise.all([credentials(), waitForFirstPage().then(clientCode)]);
      code = arrived;
      opened = connectWith(arrived, found);
      return opened;
    } catch (error) {
      logFailure('initialize', describeFailure(error));
      throw error;
    }
  });

  const source: ClientSource = {
    open() {
      attempt = open();
      return attempt;
    },
    opened: () => opened,
    code: () => code,
    last: () => attempt ?? source.open(),
    hurry() {
      hurried = true;
      firstPage?.end();
    },
  };
  return source;
}
