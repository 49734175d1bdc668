import * as v from 'valibot';
import { listenToBuilds } from './build-connection.ts';
import type { BuildMessage } from './build-message.ts';
import { ErrorOverlay, type ShownError } from './error-overlay.ts';
import { ERRORS_PATH, explainedErrorSchema, type ErrorReport, type ExplainedError } from './error-report.ts';

/** Errors on screen at the same time: code that fails in a loop can throw thousands. */
const MAX_SHOWN = 10;

/** Characters of a text that the server reads. */
const MAX_TEXT = 20_000;

declare global {
  /** One for the whole tab: each part that is developed brings this code. */
  var atriumDevelopmentErrors: DevelopmentErrors | undefined;
}

/** The errors of a tab: those of the build, and those of the running code. Passes on successful builds. */
export class DevelopmentErrors {
  readonly #overlay = new ErrorOverlay();
  readonly #reported = new WeakSet<object>();
  /** Errors of the running code, by their text: React's strict mode throws each one twice. */
  readonly #shown = new Map<string, ShownError>();
  readonly #buildListeners = new Set<(hash: string) => void>();
  #isBuilding = false;
  #mustReload = false;

  constructor() {
    listenToBuilds((message) => this.#onBuild(message));
    addEventListener('error', ({ error }) => {
      // A message without an error is none of the code's, such as a notice of ResizeObserver.
      if (error) this.report(error);
    });
    addEventListener('unhandledrejection', ({ reason }) => this.report(reason));
  }

  /**
   * Shows an error until the next build, and prints it in the terminal.
   *
   * @param componentStack React's description of the components around the one that failed
   */
  report(error: unknown, componentStack = ''): void {
    if (typeof error === 'object' && error !== null) {
      if (this.#reported.has(error)) return;
      this.#reported.add(error);
    }
    const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
    const title = error instanceof Error ? `${error.name}: ${message}` : `Thrown: ${message}`;
    const [, thrownAt = ''] = /^\s*at (.*)$/m.exec(stack) ?? [];
    const key = `${title}\n${thrownAt}`;
    if (this.#shown.has(key) || this.#shown.size >= MAX_SHOWN) return;
    const shown: ShownError = { title, place: null, frame: null, components: [], stack: stack.split('\n').slice(1) };
    this.#shown.set(key, shown);
    void explain({ title: title.slice(0, MAX_TEXT), stack: stack.slice(0, MAX_TEXT), componentStack: componentStack.slice(0, MAX_TEXT) }).then((explanation) => {
      // A build may have come first.
      if (this.#shown.get(key) !== shown) return;
      this.#shown.set(key, { ...shown, ...explanation });
      this.#overlay.show([...this.#shown.values()], 'running');
    });
  }

  /** Shows an error of code that could not load. No replaced module could repair that, so the page reloads after the next build. */
  reportFailedLoad(error: unknown): void {
    this.#mustReload = true;
    this.report(error);
  }

  /** Calls the listener after each successful build, with a text that contains the hash of each part. */
  onBuilt(listener: (hash: string) => void): void {
    this.#buildListeners.add(listener);
  }

  #onBuild(message: BuildMessage): void {
    if (message.type === 'building') {
      this.#isBuilding = true;
      return;
    }
    if (message.type === 'failed') {
      this.#isBuilding = false;
      this.#shown.clear();
      return this.#overlay.show(message.errors, 'build');
    }
    // A tab that has just connected hears of the current build, which is not newer than its errors.
    if (this.#isBuilding) {
      this.#isBuilding = false;
      if (this.#mustReload) return location.reload();
      this.#shown.clear();
      this.#overlay.hide();
    }
    for (const listener of this.#buildListeners) listener(message.hash);
  }
}

/** The errors of this tab. */
export function developmentErrors(): DevelopmentErrors {
  globalThis.atriumDevelopmentErrors ??= new DevelopmentErrors();
  return globalThis.atriumDevelopmentErrors;
}

/** Asks the server for the places in the sources; it also prints the error. Without a response, the places are those in the built files. */
async function explain(report: ErrorReport): Promise<Partial<ExplainedError>> {
  try {
    const response = await fetch(ERRORS_PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(report) });
    return v.parse(explainedErrorSchema, await response.json());
  } catch {
    return {};
  }
}
