import type { FailureStage, SiteLoads } from '../site/site-loads.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import type { TelemetryChoice } from './document-telemetry.ts';
import { exceptionFacts, type ExceptionFacts } from './exception-facts.ts';
import { LogExporter } from './log-exporter.ts';
import { logRecord, type TelemetryEvent } from './otlp.ts';
import { PageLog } from './page-log.ts';
import { measureWebVitals } from './web-vital-events.ts';

/** How an exception came to be known: by which stage of a part of the site, or by nobody having caught it. */
type ExceptionOrigin = FailureStage | 'uncaught' | 'unhandled-rejection';

/** So many exceptions of one kind, and of all kinds, are told by a tab: one that fails in a loop says nothing new. */
const MOST_OF_KIND = 5;
const MOST_EXCEPTIONS = 50;

/**
 * Tells a collector of the tab's web vitals and of what goes wrong in it, each with the releases that are to blame. Who
 * visits stays unknown: it sends no text of an error, no address and no mark that outlives the tab's load.
 */
export class Telemetry {
  readonly #pages: PageLog;
  readonly #exporter: LogExporter;
  /** How many exceptions of each kind there were. */
  readonly #told = new Map<string, number>();
  #exceptions = 0;

  constructor({ modules, source }: Pick<SiteLoads, 'modules' | 'source'>, { collector, share }: TelemetryChoice) {
    this.#pages = new PageLog(modules);
    measureWebVitals((event, time) => this.#record(event, time));
    this.#exporter = new LogExporter(collector, {
      'service.name': 'atrium',
      'service.version': source.releases?.shell,
      'atrium.auth.release': source.releases?.auth ?? undefined,
      'atrium.telemetry.share': share,
      'session.id': randomId(),
    });
    window.addEventListener('error', ({ error }: { readonly error: unknown }) => {
      // Without an error it is another origin's, or a remark of the browser's.
      if (error) this.#tell(exceptionFacts(error), 'uncaught');
    });
    window.addEventListener('unhandledrejection', ({ reason }) => this.#tell(exceptionFacts(reason), 'unhandled-rejection'));
  }

  /** Another page, or another release of it, may be on screen. */
  look(): void {
    this.#pages.look();
  }

  /** A part of the site could not be had, or did not work. */
  partFailed({ remote, release, trace, cause, name }: RemoteUnavailableError, stage: FailureStage): void {
    // Then it is the line's fault, and no release's.
    if (stage === 'load' && !navigator.onLine) return;
    const { type, places } = exceptionFacts(cause);
    this.#tell({ type: cause === undefined ? name : type, places, remote, release: release ?? undefined }, stage, trace);
  }

  #tell({ type, places, remote, release }: ExceptionFacts, origin: ExceptionOrigin, trace?: string): void {
    const kind = [type, origin, remote, release].join(' ');
    const told = this.#told.get(kind) ?? 0;
    if (told >= MOST_OF_KIND || this.#exceptions >= MOST_EXCEPTIONS) return;
    this.#told.set(kind, told + 1);
    this.#exceptions += 1;
    this.#record({
      name: 'exception',
      severity: 'ERROR',
      attributes: {
        'exception.type': type,
        'exception.stacktrace': places.length > 0 ? places.join('\n') : undefined,
        'atrium.exception.origin': origin,
        'atrium.exception.remote': remote,
        'atrium.exception.release': release,
        'atrium.exception.trace': trace,
      },
    });
  }

  #record(event: TelemetryEvent, time = performance.now()): void {
    this.#exporter.add(logRecord({ ...event, attributes: { ...event.attributes, ...this.#pages.at(time) } }));
  }
}

/** Belongs to this load of the tab alone, and is kept nowhere. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, '0')).join('');
}
