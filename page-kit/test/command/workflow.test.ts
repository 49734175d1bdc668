/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { newFolder } from '../support/small-build.ts';
import { atriumJson } from './run-command.ts';

const stepSchema = v.object({
  name: v.optional(v.string()), uses: v.optional(v.string()), run: v.optional(v.string()), with: v.optional(v.unknown()), env: v.optional(v.record(v.string(), v.string()), {}),
});
const jobSchema = v.object({ permissions: v.optional(v.unknown()), steps: v.array(stepSchema) });
const workflowSchema = v.object({ permissions: v.unknown(), jobs: v.strictObject({ module: jobSchema, comment: jobSchema }) });

const LINK = 'https://app.example.org/__atrium/preview#signed';

let workflow: v.InferOutput<typeof workflowSchema>;

beforeAll(async () => {
  const folder = newFolder();
  await atriumJson(folder, ['new', 'orders', '--kit', '1.2.3']);
  workflow = v.parse(workflowSchema, parse(readFileSync(path.join(folder, 'orders/.github/workflows/ci.yml'), 'utf8')));
});

/** A folder with commands that stand in for those of a runner. `gh` writes its arguments to `asked`. */
function runner(commands: Readonly<Record<string, string>>): { readonly folder: string; readonly asked: () => readonly string[][] } {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'bin'));
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(path.join(folder, 'bin', name), `#!/bin/bash\n${script}\n`);
    chmodSync(path.join(folder, 'bin', name), 0o755);
  }
  const asked = () => readFileSync(path.join(folder, 'asked'), 'utf8').split('\0\0').filter((call) => call !== '').map((call) => call.split('\0'));
  return { folder, asked };
}

/** Runs a step as GitHub runs `shell: bash`. */
function run(name: string, folder: string, env: Readonly<Record<string, string>>): string {
  const { module, comment } = workflow.jobs;
  const script = [...module.steps, ...comment.steps].find((step) => step.name === name)?.run ?? '';
  return execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, GITHUB_OUTPUT: path.join(folder, 'output'), GITHUB_REPOSITORY: 'shop/orders', ...env },
  });
}

test('the pipeline of a pull request creates a preview', () => {
  const { folder } = runner({ npx: `[ "$*" = "atrium preview --expires-in-minutes 10080 --json" ] && echo '{"ok":true,"link":"${LINK}"}'` });
  expect(run('Create a preview', folder, {})).toBe('');
  expect(readFileSync(path.join(folder, 'output'), 'utf8')).toBe(`link=${LINK}\n`);
});

test('the pipeline fails with the reason if there can be no preview', () => {
  const { folder } = runner({ npx: `echo '{"ok":false,"error":{"message":"This token does not cover orders"}}'; exit 1` });
  expect(() => run('Create a preview', folder, {})).toThrow(expect.objectContaining({ status: 1, stdout: expect.stringContaining('does not cover orders') as string }) as Error);
});

test.each([
  ['comments the link', '', ['repos/shop/orders/issues/7/comments']],
  ['replaces the link of an earlier commit', '31\n32', ['--method', 'PATCH', 'repos/shop/orders/issues/comments/31']],
])('the pipeline %s', (_what, before, address) => {
  const { folder, asked } = runner({ gh: `printf '%s\\0' "$@" >> asked; printf '\\0' >> asked; [ "$2" != --paginate ] || printf '${before}'` });
  run('Comment the link to the preview', folder, { ATRIUM_SITE: 'https://app.example.org', BASE: 'main', COMMIT: '0123456789abcdef', LINK, PULL_REQUEST: '7' });
  const [search, write, ...more] = asked();
  expect(search?.slice(0, 3)).toEqual(['api', '--paginate', 'repos/shop/orders/issues/7/comments']);
  expect(write?.slice(0, -2)).toEqual(['api', '--silent', ...address]);
  expect(write?.at(-1)).toBe(`body=<!-- preview of orders -->\n[**Preview of orders**](${LINK}) with the commit 0123456, merged into main.\n\nFor a week, users of https://app.example.org can log in and open it. Nothing is live yet.`);
  expect(more).toEqual([]);
});

test('the code of the module never runs in a job that can write to the repository', () => {
  const { permissions, jobs: { module, comment } } = workflow;
  expect([permissions, module.permissions]).toEqual([{ contents: 'read' }, undefined]);
  expect(module.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toMatchObject([{ with: { 'persist-credentials': false } }]);
  expect(module.steps.flatMap(({ env }) => Object.values(env)).join(' ')).not.toContain('github.token');
  expect(comment.permissions).toEqual({ 'pull-requests': 'write' });
  expect(comment.steps.map(({ uses, run = '' }) => [uses, /npm|npx/.test(run)])).toEqual([[undefined, false]]);
  expect(Object.keys(comment.steps[0]?.env ?? {})).not.toContain('ATRIUM_TOKEN');
});
