/**
 * How a document says where tabs send telemetry: a meta element whose `content` is the base address of an OTLP collector,
 * which is absolute, or a path of the document's own origin. A document without it is of a site without telemetry.
 */
export const telemetryMeta = {
  name: 'atrium-telemetry',
  /** Attribute with the share of tabs that send anything: a number above 0, and 100 at most. */
  share: 'data-share',
} as const;
