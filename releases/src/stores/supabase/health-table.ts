import * as v from 'valibot';
import {
  mostOfNetwork,
  recentMinutes,
  releaseHealthSchema,
  type HealthBook,
  type ReleaseHealth,
  type Tally,
} from '../../health/health-book.ts';
import { keptDays, mostMarks } from '../../health/health-window.ts';
import { callFunction, hasty, type ReleaseProject } from './project-request.ts';

const saltSchema = v.pipe(v.string(), v.minLength(32));

const healthSchema = v.array(releaseHealthSchema);

/** The health book in the project's database. Nobody waits for it, so it is asked once each time. */
export class HealthTable implements HealthBook {
  readonly #project: ReleaseProject;

  constructor(project: ReleaseProject) {
    this.#project = project;
  }

  async salt(): Promise<string> {
    return callFunction(this.#project, 'atrium_health_salt', {}, saltSchema, hasty);
  }

  async add(tallies: readonly Tally[]): Promise<void> {
    const bounds = { recent_minutes: recentMinutes, kept_days: keptDays, most_of_network: mostOfNetwork, most_marks: mostMarks };
    // Repeated it would be counted twice.
    await callFunction(this.#project, 'atrium_add_health', { tallies, ...bounds }, v.null(), hasty);
  }

  async read(minutes = recentMinutes): Promise<readonly ReleaseHealth[]> {
    const given = { recent_minutes: minutes, kept_days: keptDays };
    return callFunction(this.#project, 'atrium_read_health', given, healthSchema, hasty);
  }
}
