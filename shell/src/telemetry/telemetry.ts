import { onCLS, onFCP, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import type { SiteLoads } from '../runtime/site-loads.ts';
import type { FailureStage, RemoteUnavailableError } from '../runtime/site-source.ts';
import { describeException, describeFailure, type ExceptionDescription } from './describe-exception.ts';
import { LogExporter } from './log-exporter.ts';
import { logRecord, type TelemetryEvent } from './otlp.ts';
import { PageLog } from './page-log.ts';

/** What a document asks its tab to send. */
export interface TelemetryChoice {
  /** Base URL of an OTLP collector. */
  readonly collector: string;
  /** Percentage of tabs in the sample: above 0, at most 100. */
  readonly share: number;
}

/** How an exception was noticed: at a stage of a part of the site, or because no code caught it. */
type ExceptionOrigin = FailureStage | 'uncaught' | 'unhandled-rejection';

/** An exception, with the key of the extension in which it happened. */
interface FailedPart extends ExceptionDescription {
  readonly extension?: string | undefined;
}

/** Maximum exceptions that a tab sends, of one kind and in all: one that fails in a loop adds no information. */
const MAX_PER_KIND = 5;
const MAX_EXCEPTIONS = 50;

/**
 * Sends the tab's web vitals and exceptions to a collector, each with the releases responsible. Visitors stay anonymous: it
 * sends no error message, no URL and no id that outlives the tab's load.
 */
export class Telemetry {
  readonly #pages: PageLog;
  readonly #exporter: LogExporter;
  /** How many exceptions of each kind were sent. */
  readonly #sent = new Map<string, number>();
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
      // Without an error object, the event comes from another origin or is a browser warning.
      if (error) this.#exception(describeException(error), 'uncaught');
    });
    window.addEventListener('unhandledrejection', ({ reason }) => this.#exception(describeException(reason), 'unhandled-rejection'));
  }

  /** Call it when another page, or another release of it, may be on screen. */
  pageChanged(): void {
    this.#pages.update();
  }

  /** Records a part of the site that could not be loaded, or did not work. */
  partFailed(error: RemoteUnavailableError, stage: FailureStage): void {
    // The network failed, not a release.
    if (stage === 'load' && !navigator.onLine) return;
    const { remote, release, extension, trace } = error;
    this.#exception({ ...describeFailure(error), remote, release: release ?? undefined, extension: extension ?? undefined }, stage, trace);
  }

  #exception({ type, places, remote, release, extension }: FailedPart, origin: ExceptionOrigin, trace?: string): void {
    const kind = [type, origin, remote, release, extension].join(' ');
    const sent = this.#sent.get(kind) ?? 0;
    if (sent >= MAX_PER_KIND || this.#exceptions >= MAX_EXCEPTIONS) return;
    this.#sent.set(kind, sent + 1);
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
        'atrium.exception.extension': extension,
        'atrium.exception.trace': trace,
      },
    });
  }

  #record(event: TelemetryEvent, time = performance.now()): void {
    this.#exporter.add(logRecord({ ...event, attributes: { ...event.attributes, ...this.#pages.at(time) } }));
  }
}

/**
 * Measures the tab's web vitals (https://web.dev/articles/vitals) from the start of its load, which browsers buffer.
 *
 * @param record gets each as an event (https://opentelemetry.io/docs/specs/semconv/browser/browser-events/), with the time of what was
 *   measured, in milliseconds since the page loaded
 */
function measureWebVitals(record: (event: TelemetryEvent, time: number) => void): void {
  const report = (metric: MetricType) => record(webVitalEvent(metric), metric.entries.at(-1)?.startTime ?? metric.navigationStartTime ?? 0);
  for (const measure of [onTTFB, onFCP, onLCP, onCLS, onINP]) measure(report);
}

function webVitalEvent({ name, value, delta, id, rating, navigationType }: MetricType): TelemetryEvent {
  return {
    name: 'browser.web_vital',
    severity: 'INFO',
    attributes: {
      'browser.web_vital.name': name.toLowerCase(),
      'browser.web_vital.value': value,
      'browser.web_vital.delta': delta,
      'browser.web_vital.id': id,
      'browser.web_vital.rating': rating,
      'browser.web_vital.navigation_type': navigationType,
    },
  };
}

/** An id for this load of the tab only; it is stored nowhere. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, '0')).join('');
}
