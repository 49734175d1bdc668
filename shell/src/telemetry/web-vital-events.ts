import { onCLS, onFCP, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import type { TelemetryEvent } from './otlp.ts';

/**
 * Measures the web vitals of the tab (https://web.dev/articles/vitals), from its load on: browsers keep what happened before.
 *
 * @param record gets each as an event (https://opentelemetry.io/docs/specs/semconv/browser/browser-events/), with the time of what was
 *   measured, in milliseconds since the page was loaded
 */
export function measureWebVitals(record: (event: TelemetryEvent, time: number) => void): void {
  const report = (metric: MetricType) => record(eventOf(metric), metric.entries.at(-1)?.startTime ?? metric.navigationStartTime ?? 0);
  for (const measure of [onTTFB, onFCP, onLCP, onCLS, onINP]) measure(report);
}

function eventOf({ name, value, delta, id, rating, navigationType }: MetricType): TelemetryEvent {
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
