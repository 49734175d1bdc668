/** @jest-environment node */
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { BUILDS_PATH } from '../../src/dev-server/client/build-message.ts';
import { ERRORS_PATH } from '../../src/dev-server/client/error-report.ts';
import { developPageModule } from '../../src/dev-server/developed-parts.ts';
import { choosePort, startDevelopmentServer } from '../../src/dev-server/development-server.ts';
import { atriumProcess } from '../command/run-command.ts';
import { releaseSet } from '../site-proxy/releases.ts';
import { moduleFolder, ORDERS } from '../webpack/module-folder.ts';

jest.setTimeout(60_000);

const PAGE = ORDERS['src/list-page.tsx'] ?? '';

/** A server for one module. No test needs the site behind it. */
async function develop() {
  const folder = moduleFolder(ORDERS);
  const printed: string[] = [];
  const part = developPageModule({ root: folder.root, refresh: true });
  const server = await startDevelopmentServer({
    site: 'http://127.0.0.1:1', port: await choosePort(undefined), parts: [part], refresh: true, shellFor: () => Promise.resolve(null), printError: (text) => printed.push(text),
  });
  return { server, part, printed, folder };
}

/** The response to a request, with a path that is not normalized. */
async function responseOf(url: string, pathname: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<{ status: number | undefined; text: string }> {
  const { port } = new URL(url);
  const asked = request({ host: '127.0.0.1', port, path: pathname, method, headers: { host: `localhost:${port}`, ...headers } });
  asked.end(method === 'POST' ? JSON.stringify({ title: 'Error: it failed', stack: '', componentStack: '' }) : undefined);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') };
}

// One test, because a build takes longer than all the steps.
test('tells its own pages about builds, serves their files and no others, and removes them when it stops', async () => {
  const before = developmentFolders();
  const { server, part, printed, folder } = await develop();
  const { url } = server;
  try {
    expect(server.hasErrors).toBe(false);
    const messages: { readonly type: string; readonly hash?: string; readonly errors?: readonly { readonly place: string | null; readonly title: string }[] }[] = [];
    const tab = new WebSocket(`${url.replace('http', 'ws')}${BUILDS_PATH}`, { origin: url });
    tab.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as (typeof messages)[number]));
    /** The next message of a type. webpack can build twice after an edit. */
    const told = async (type: string) => {
      for (;;) {
        const message = messages.shift();
        if (message?.type === type) return message;
        if (message === undefined) await once(tab, 'message');
      }
    };
    const { hash: first = '' } = await told('built');
    expect(first).toMatch(/^[0-9a-f]+$/);

    const page = path.join(folder.root, 'src/list-page.tsx');
    writeFileSync(page, PAGE.replace('return <button', 'return <div <button'));
    await told('building');
    expect(await told('failed')).toMatchObject({ errors: [{ place: expect.stringMatching(/src\/list-page\.tsx:8:27$/) as string, title: "'>' expected. (TS1005)" }] });
    expect(printed.join('\n')).toContain("'>' expected. (TS1005)");
    writeFileSync(page, PAGE.replace('useState(0)', 'useState(1)'));
    expect((await told('built')).hash).not.toContain(first);
    expect(printed.at(-1)).toBe('Built again without errors.');

    const [entry] = (part.release().pages ?? []).map((release) => release.entry);
    const built = await responseOf(url, `${part.base}${entry}`);
    expect([built.status, built.text.includes('report-errors.ts')]).toEqual([200, true]);
    expect((await responseOf(url, `${part.base}../../../../../../../../../../etc/passwd`)).text).not.toContain('root:');
    expect(await responseOf(url, `${part.base}${entry}`, { host: 'evil.example' })).toMatchObject({ status: 403 });

    const stranger = new WebSocket(`${url.replace('http', 'ws')}${BUILDS_PATH}`, { origin: 'https://evil.example' });
    const [refusal] = (await once(stranger, 'error')) as [Error];
    expect(refusal.message).toMatch(/hang up|disconnected/);
    const json = { 'content-type': 'application/json' };
    expect(await responseOf(url, ERRORS_PATH, { ...json, origin: url }, 'POST')).toMatchObject({ status: 200 });
    const count = printed.length;
    expect((await responseOf(url, ERRORS_PATH, { ...json, origin: 'https://evil.example' }, 'POST')).status).not.toBe(200);
    expect(printed).toHaveLength(count);
  } finally {
    await server.close();
    folder.remove();
  }
  expect(developmentFolders()).toEqual(before);
});

test('removes the files of a first build that is interrupted', async () => {
  const folder = moduleFolder(ORDERS);
  const temporary = path.join(folder.root, 'temporary');
  mkdirSync(temporary);
  const site = createServer((_request, response) => response.end(`<script type="application/json" id="atrium-release-set">${JSON.stringify(releaseSet([]))}</script>`));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const { code, out } = await atriumProcess(folder.root, ['dev', '--site', `http://127.0.0.1:${port}`], { TMPDIR: temporary }, 'Building the module');
  site.close();
  expect([code, out]).toEqual([0, expect.stringMatching(/Stopped\.\n$/)]);
  expect(readdirSync(temporary).filter((name) => name.startsWith('atrium-'))).toEqual([]);
  folder.remove();
});

function developmentFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('atrium-development-'));
}
