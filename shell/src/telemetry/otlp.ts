/** Attributes of an event or a resource. Undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An event before it becomes a log record. */
export interface TelemetryEvent {
  /** Name from the semantic conventions of OpenTelemetry. */
  readonly name: string;
  readonly severity: 'INFO' | 'ERROR';
  readonly attributes: Attributes;
}

/** An event as a log record (https://opentelemetry.io/docs/specs/otel/logs/data-model/), in the JSON encoding of OTLP. */
export interface LogRecord {
  /** Nanoseconds since 1970, in decimal digits like all 64-bit numbers of that encoding. */
  readonly timeUnixNano: string;
  readonly observedTimeUnixNano: string;
  readonly eventName: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly attributes: readonly KeyValue[];
}

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly doubleValue: number };
}

const SEVERITY_NUMBERS = { INFO: 9, ERROR: 17 } as const;

/** Makes the record of an event that happens now. */
export function logRecord({ name, severity, attributes }: TelemetryEvent): LogRecord {
  const timeUnixNano = `${Date.now()}000000`;
  return {
    timeUnixNano,
    observedTimeUnixNano: timeUnixNano,
    eventName: name,
    severityNumber: SEVERITY_NUMBERS[severity],
    severityText: severity,
    attributes: keyValues(attributes),
  };
}

/** Makes the body of a request to `/v1/logs` (https://opentelemetry.io/docs/specs/otlp/#otlphttp-request). */
export function exportRequest(resource: Attributes, logRecords: readonly LogRecord[]): string {
  return JSON.stringify({
    resourceLogs: [{ resource: { attributes: keyValues(resource) }, scopeLogs: [{ scope: { name: 'atrium' }, logRecords }] }],
  });
}

function keyValues(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return { key, value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value } };
  });
}
