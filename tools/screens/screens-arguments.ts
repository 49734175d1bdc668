import { parseArgs } from 'node:util';

/** What `npm run screens` was asked for. */
export interface ScreensArguments {
  readonly accept: boolean;
  readonly tour: boolean;
  /** Names of the screens; none for all. */
  readonly only: readonly string[];
}

/** `npm run screens` does not know an argument. */
export class ScreensArgumentError extends Error {
  override readonly name = 'ScreensArgumentError';
}

/** Reads the arguments. @throws {ScreensArgumentError} */
export function readScreensArguments(args: readonly string[]): ScreensArguments {
  try {
    const { accept, tour, only } = parseArgs({
      args: [...args],
      options: {
        accept: { type: 'boolean', default: false },
        tour: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
      },
    }).values;
    return { accept, tour, only };
  } catch (cause) {
    throw new ScreensArgumentError(
      'npm run screens knows --only NAME (one screen; may be given again), --accept (of the pictures taken last) and --tour (those of the README); write them after `--`.',
      { cause },
    );
  }
}
