import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { workspaceExport } from '../../functions/workspace-export/workspace-export.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { addAuthenticator, insertNotes, Project, type Person } from '../project.ts';
import { invoke } from './calls.ts';

let project: Project;
let owner: Person;
beforeAll(async () => {
  project = await Project.start(`--functions=${path.join(ROOT, 'supabase/functions')}`, `--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email');
  owner = await project.register('Ada');
});
afterAll(() => project.stop());

async function boardWith(notes: readonly { title: string; body?: string; done?: boolean }[], name = 'Plans'): Promise<string> {
  const { data } = await owner.client.from('workspace_boards').insert({ name }).select('id').single().throwOnError();
  // A new note is the first on its board, so the last one is inserted first.
  await insertNotes(owner.client, [...notes].reverse().map((note) => ({ board: data.id, body: '', done: false, ...note })));
  return data.id;
}

async function exported(board: string, format: 'csv' | 'markdown'): Promise<string> {
  const outcome = await invoke(owner.client, 'workspace-export', { board, format });
  if (!('data' in outcome)) throw new Error(`The export was refused: ${outcome.code}`);
  return String(outcome.data);
}

interface Milestone {
  readonly passed: Promise<void>;
  readonly pass: () => void;
}

function milestone(): Milestone {
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  return { passed, pass: () => pass() };
}

test('exports a board as CSV in its order, without changing texts, and without formulas', async () => {
  const board = await boardWith([
    { title: 'Plain', body: 'Tea, "green"\nand black', done: true },
    { title: '=HYPERLINK("http://evil.example")', body: '@SUM(1)' },
    { title: '-1+1', body: '\t=1' },
    { title: 'Cells; and more;=1', body: 'one\t+1\r\n@SUM(1)\n "=2"; -1\nno - formula = here' },
    { title: 'Ünïcödé 🎈' },
  ]);
  const { data: note } = await owner.client.from('workspace_notes').select('id, created_at, updated_at').eq('title', 'Plain').single().throwOnError();
  for (const name of ['a.txt', '=b.txt']) {
    const file = { board, note: note.id, path: `${board}/${note.id}/${crypto.randomUUID()}/a.txt`, name, type: 'text/plain', size: 1 };
    await owner.client.from('workspace_attachments').insert(file).throwOnError();
  }
  const lines = (await exported(board, 'csv')).split('\r\n');
  expect(lines).toHaveLength(8);
  expect(lines[0]).toBe('Title,Text,Done,Author,Created,Changed,Files');
  expect(lines[1]).toBe(`Plain,"Tea, ""green""\nand black",yes,Ada,${note.created_at},${note.updated_at},"a.txt; '=b.txt"`);
  expect(lines[2]).toMatch(/^"'=HYPERLINK\(""http:\/\/evil\.example""\)",'@SUM\(1\),no,Ada,/);
  expect(lines[3]).toMatch(/^'-1\+1,"'\t'=1",no,/);
  // Programs that part cells by semicolons or tabs, and see no quotes within them, begin a cell in the middle of a text.
  expect(lines.slice(4, 6).join('\r\n')).toMatch(/^"Cells; and more;'=1","one\t'\+1\r\n'@SUM\(1\)\n ""'=2""; '-1\nno - formula = here",no,/);
  expect(lines[6]).toMatch(/^Ünïcödé 🎈,,no,/);
  expect(lines[7]).toBe('');
});

test('exports a board as Markdown with all markup in its texts escaped', async () => {
  const board = await boardWith([
    { title: '# <script>alert(1)</script>', body: '1. one\n- two\n\n**three** [x](javascript:y)\n- [x] *Milk*\n- [ ] Tea\nfour' },
    { title: 'Done', done: true },
  ], 'A *board*');
  const today = new Date().toISOString().slice(0, 10);
  expect(await exported(board, 'markdown')).toBe(
    '# A \\*board\\*\n' +
      '\n## ☐ \\# \\<script\\>alert(1)\\</script\\>\n' +
      '\n1\\. one\\\n\\- two\n\n\\*\\*three\\*\\* \\[x\\](javascript:y)\n\n- [x] \\*Milk\\*\n- [ ] Tea\n\nfour\n' +
      `\n*Ada, ${today}*\n` +
      '\n## ☑ Done\n' +
      `\n*Ada, ${today}*\n`,
  );
});

test('exports more notes than one response has, completely and in order', async () => {
  const board = await boardWith(Array.from({ length: 1100 }, (_, index) => ({ title: `Note ${String(index)}` })));
  const titles = (await exported(board, 'csv')).trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0]);
  expect(titles).toEqual(Array.from({ length: 1100 }, (_, index) => `Note ${String(index)}`));
});

test('stops reading, without an error in the log, when the visitor cancels the download', async () => {
  const board = await boardWith([{ title: 'Note' }]);
  const { apiUrl, publishableKey, secretKey } = project.backend;
  const keys = { SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }), SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }) };
  const [reading, cancelled, ended] = [milestone(), milestone(), milestone()];
  let signal: AbortSignal | null | undefined;
  const handle = workspaceExport({ SUPABASE_URL: apiUrl, ...keys }, {
    waitUntil: () => undefined,
    fetch: async (input, init) => {
      if (!new Request(input, init).url.includes('/workspace_notes?')) return fetch(input, init);
      signal = init?.signal;
      reading.pass();
      await cancelled.passed;
      return fetch(input, init).finally(ended.pass);
    },
  });
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { data } = await owner.client.auth.getSession();
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  const response = await handle(new Request('http://function', { method: 'POST', headers, body: JSON.stringify({ board, format: 'csv' }) }));
  const reader = response.body?.getReader();
  expect(await reader?.read()).toMatchObject({ done: false });
  await reading.passed;
  await reader?.cancel();
  cancelled.pass();
  await ended.passed;
  await new Promise(setImmediate);
  expect(signal?.aborted).toBe(true);
  expect(log.mock.calls).toEqual([]);
  log.mockRestore();
});

test('only members can export a board, and with a second factor only after the code', async () => {
  const board = await boardWith([{ title: 'Secret' }]);
  const ask = (person: Pick<Person, 'client'>) => invoke(person.client, 'workspace-export', { board, format: 'csv' });
  const guest = await project.register('guest');
  expect(await ask(guest)).toEqual({ status: 404, code: 'no_board' });
  expect(await ask({ client: project.client() })).toEqual({ status: 401, code: 'not_signed_in' });
  await project.admin.from('workspace_members').insert({ board, person: guest.id }).throwOnError();
  expect(await ask(guest)).toEqual({ data: expect.stringContaining('Secret') });
  await addAuthenticator(guest.client);
  expect(await ask(guest)).toEqual({ data: expect.stringContaining('Secret') });
  expect(await ask({ client: await project.logIn(guest) })).toEqual({ status: 404, code: 'no_board' });
});

test('after logging out everywhere, the user has to log in again, although the token has not expired', async () => {
  const person = await project.register('elsewhere');
  const { data: board } = await person.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  const { data } = await person.client.auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? ''}`;
  const ask = () => invoke(project.client(), 'workspace-export', { board: board.id, format: 'csv' }, { authorization });
  expect(await ask()).toEqual({ data: expect.stringContaining('Title') });
  await (await project.logIn(person)).auth.signOut({ scope: 'global' });
  expect(await ask()).toEqual({ status: 401, code: 'not_signed_in' });
});

test('responds with a file named after the board, and explains why it refuses a wrong call', async () => {
  const board = await boardWith([], 'Plän "A"/B');
  const { data } = await owner.client.auth.getSession();
  const ask = (body: string) =>
    fetch(`${project.backend.apiUrl}/functions/v1/workspace-export`, { method: 'POST', body, headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` } });
  const answer = await ask(JSON.stringify({ board, format: 'markdown' }));
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="Plan A B.md"; filename*=UTF-8''Pl%C3%A4n%20A%20B.md`);
  expect([answer.headers.get('content-type'), answer.headers.get('access-control-allow-origin')]).toEqual(['text/markdown; charset=utf-8', '*']);
  // Browsers neither keep what users wrote, nor render it as a page.
  expect([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  expect(await answer.text()).toBe('# Plän "A"/B\n');
  for (const body of ['', '{', '[]', '{"board":"x","format":"csv"}', JSON.stringify({ board, format: 'pdf' }), `"${'x'.repeat(20_000)}"`]) {
    const refused = await ask(body);
    expect([refused.status, await refused.json()]).toEqual([400, { code: 'invalid_call', message: expect.any(String) }]);
  }
});
