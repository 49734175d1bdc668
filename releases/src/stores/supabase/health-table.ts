import * as v from 'valibot';
import {
  FAILURE_REPORTS_KEPT,
  MAX_PER_NETWORK,
  RECENT_MINUTES,
  releaseHealthSchema,
  releaseTimingsSchema,
  type HealthBook,
  type ReleaseHealth,
  type ReleaseTimings,
  type Tally,
} from '../../health/health-book.ts';
import { DAYS_KEPT, MAX_MARKS } from '../../health/health-window.ts';
import { failureReportSchema, type FailureReport } from '../../wire/failure-report.ts';
import { callFunction, HASTY, type ReleaseProject } from './project-request.ts';

const saltSchema = v.pipe(v.string(), v.minLength(32));

const healthSchema = v.array(releaseHealthSchema);

const timingsSchema = v.array(releaseTimingsSchema);

const failuresSchema = v.array(failureReportSchema);

/** The health book in the project's database. No one waits for it, so requests are not retried. */
export class HealthTable implements HealthBook {
  readonly #project: ReleaseProject;

  constructor(project: ReleaseProject) {
    this.#project = project;
  }

  async salt(): Promise<string> {
    return callFunction(this.#project, 'atrium_health_salt', {}, saltSchema, HASTY);
  }

  async add(tallies: readonly Tally[]): Promise<void> {
    const bounds = { recent_minutes: RECENT_MINUTES, kept_days: DAYS_KEPT, most_of_network: MAX_PER_NETWORK, most_marks: MAX_MARKS };
    // A retry would count the tallies twice.
    await callFunction(this.#project, 'atrium_add_health', { tallies, ...bounds }, v.null(), HASTY);
  }

  async read(minutes = RECENT_MINUTES): Promise<readonly ReleaseHealth[]> {
    return callFunction(this.#project, 'atrium_read_health', { recent_minutes: minutes, kept_days: DAYS_KEPT }, healthSchema, HASTY);
  }

  async timings(): Promise<readonly ReleaseTimings[]> {
    return callFunction(this.#project, 'atrium_read_timings', { kept_days: DAYS_KEPT }, timingsSchema, HASTY);
  }

  async addFailures(reports: readonly FailureReport[]): Promise<void> {
    if (reports.length === 0) return;
    const { ofRelease, days } = FAILURE_REPORTS_KEPT;
    await callFunction(this.#project, 'atrium_add_failures', { reports, most_of_release: ofRelease, kept_days: days }, v.null(), HASTY);
  }

  async failures(): Promise<readonly FailureReport[]> {
    return callFunction(this.#project, 'atrium_read_failures', { kept_days: FAILURE_REPORTS_KEPT.days }, failuresSchema, HASTY);
  }
}
