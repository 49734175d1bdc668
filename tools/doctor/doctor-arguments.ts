import { parseArgs } from 'node:util';
import { StartError } from '../start/start-error.ts';

/** What `npm run doctor` was asked for. */
export interface DoctorArguments {
  readonly json: boolean;
  /** How long one request may take, in milliseconds. */
  readonly timeLimit: number;
}

/** @throws {StartError} for an unknown argument or a time limit that is none. */
export function parseDoctorArguments(args: readonly string[]): DoctorArguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, 'time-limit': { type: 'string', default: '10' } },
    });
    const seconds = Number(values['time-limit']);
    if (!(seconds > 0 && seconds <= 600)) throw new RangeError('the time limit is out of bounds');
    return { json: values.json, timeLimit: seconds * 1000 };
  } catch (cause) {
    throw new StartError(
      'npm run doctor knows --json (findings as JSON) and --time-limit SECONDS (for each request, up to 600); write them after `--`.',
      { cause },
    );
  }
}
