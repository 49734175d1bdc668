import path from 'node:path';
import { spawn } from 'node:child_process';
import * as v from 'valibot';
import { ROOT } from '../../tools/repository/repository.ts';
import { test as siteTest } from './site-test.ts';

const reportSchema = v.object({
  ok: v.boolean(),
  checks: v.array(v.object({ name: v.string(), passed: v.boolean(), findings: v.array(v.object({ where: v.string(), problem: v.string() })) })),
});

/** What `atrium verify --json` came to. */
export interface Verified {
  readonly code: number | null;
  /** Findings of each check that failed, as `where: problem`. */
  readonly failed: Readonly<Record<string, readonly string[]>>;
}

/** Tests of `atrium verify`. */
export const verifyTest = siteTest.extend<{ readonly verify: (folder: string, ...options: readonly string[]) => Promise<Verified> }>({
  verify: async ({ site }, provide) => {
    await provide((folder, ...options) => verify(folder, ['--site', site.url, ...options]));
  },
});

function verify(folder: string, options: readonly string[]): Promise<Verified> {
  const child = spawn(process.execPath, [path.join(ROOT, 'page-kit/bin/atrium.mjs'), 'verify', '--json', ...options], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], CHROMIUM_PATH: process.env['CHROMIUM_PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), out);
      if (!report.success) return reject(new Error(`atrium verify ended with ${code}:\n${out}\n${said}`));
      const failed = report.output.checks.filter(({ passed }) => !passed);
      resolve({ code, failed: Object.fromEntries(failed.map(({ name, findings }) => [name, findings.map(({ where, problem }) => `${where}: ${problem}`)])) });
    });
  });
}
