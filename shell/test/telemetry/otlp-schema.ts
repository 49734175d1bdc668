import * as v from 'valibot';

/** A 64-bit number in the JSON encoding of Protocol Buffers. */
const fixed64 = v.pipe(v.string(), v.regex(/^\d{19}$/));

const attributesSchema = v.array(
  v.strictObject({
    key: v.pipe(v.string(), v.regex(/^[a-z_]+(?:\.[a-z_]+)+$/)),
    value: v.union([v.strictObject({ stringValue: v.pipe(v.string(), v.maxLength(1_000)) }), v.strictObject({ doubleValue: v.number() })]),
  }),
);

/**
 * The parts of the ExportLogsServiceRequest of the OpenTelemetry protocol that tabs send, in its JSON encoding
 * (opentelemetry/proto/logs/v1/logs.proto, https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). It
 * is strict, because collectors silently ignore unknown names, such as misspelt ones.
 */
const exportLogsSchema = v.strictObject({
  resourceLogs: v.array(
    v.strictObject({
      resource: v.strictObject({ attributes: attributesSchema }),
      scopeLogs: v.array(
        v.strictObject({
          scope: v.strictObject({ name: v.string() }),
          logRecords: v.array(
            v.strictObject({
              timeUnixNano: fixed64,
              observedTimeUnixNano: fixed64,
              eventName: v.picklist(['browser.web_vital', 'exception']),
              severityNumber: v.picklist([9, 17]),
              severityText: v.picklist(['INFO', 'ERROR']),
              attributes: attributesSchema,
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A received event, with its own attributes and those of its resource. */
export type SeenEvent = Readonly<Record<string, string | number>>;

/** The events in the body of a request. @throws ValiError if the body violates the protocol */
export function eventsIn(body: string): SeenEvent[] {
  return v.parse(v.pipe(v.string(), v.parseJson(), exportLogsSchema), body).resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map(({ eventName, attributes }) => ({ eventName, ...plain(resource.attributes), ...plain(attributes) })),
    ),
  );
}

function plain(attributes: v.InferOutput<typeof attributesSchema>): SeenEvent {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, 'stringValue' in value ? value.stringValue : value.doubleValue]));
}
