import * as v from 'valibot';
import { doctorReport, type DoctorReport } from '../../doctor/doctor.ts';

/** A public key in the format of a hosted project. */
export const KEY = 'sb_publishable_doctor_test_key';

const reportSchema = v.object({
  findings: v.array(
    v.object({ level: v.picklist(['ok', 'note', 'fix']), check: v.string(), found: v.string(), advice: v.string() }),
  ),
});

/** The doctor's report on a project. Fails if the report contains the key. */
export async function report(url: string, key: string, ...args: string[]): Promise<DoctorReport> {
  const made = await doctorReport(args, { SUPABASE_URL: url, SUPABASE_KEY: key });
  if (key !== '') expect(made.text).not.toContain(key);
  return made;
}

/** The findings of a report with `--json`, by check, as `level: found advice`. */
export async function findings(url: string, key = KEY, ...args: string[]): Promise<{ code: number; byCheck: Record<string, string> }> {
  const { code, text } = await report(url, key, '--json', ...args);
  const { findings: found } = v.parse(reportSchema, JSON.parse(text));
  return { code, byCheck: Object.fromEntries(found.map((one) => [one.check, `${one.level}: ${one.found} ${one.advice}`])) };
}
