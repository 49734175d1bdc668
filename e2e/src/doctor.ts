import { execFile } from 'node:child_process';
import * as v from 'valibot';
import { ROOT } from '../../scripts/site-parts.ts';
import { expect } from './site-test.ts';

/** A public key, as of a hosted project. */
export const KEY = 'sb_publishable_doctor_test_key';

const reportSchema = v.object({
  findings: v.array(
    v.object({ level: v.picklist(['ok', 'note', 'mend']), check: v.string(), found: v.string(), advice: v.string() }),
  ),
});

/** How `npm run doctor` ended. */
export interface Examination {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs what `npm run doctor` runs. The key must never be in what it prints. */
export async function runDoctor(url: string, key: string, ...args: string[]): Promise<Examination> {
  const environment = { ...process.env, SUPABASE_URL: url, SUPABASE_KEY: key };
  const examination = await new Promise<Examination>((resolve) => {
    const child = execFile(process.execPath, ['--import', 'tsx', 'scripts/doctor.ts', ...args], { cwd: ROOT, env: environment }, (_, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    );
  });
  if (key !== '') expect(examination.output + examination.errors).not.toContain(key);
  return examination;
}

/** The findings of a run with `--json`, by check, as `level: found advice`. */
export async function findings(url: string, key = KEY, ...args: string[]): Promise<{ code: number; byCheck: Record<string, string> }> {
  const { code, output, errors } = await runDoctor(url, key, '--json', ...args);
  expect(errors).toBe('');
  const report = v.parse(reportSchema, JSON.parse(output));
  return { code, byCheck: Object.fromEntries(report.findings.map(({ level, check, found, advice }) => [check, `${level}: ${found} ${advice}`])) };
}
