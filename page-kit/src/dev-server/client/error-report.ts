import * as v from 'valibot';

/** Tabs send errors here, and get them with places in the sources. */
export const ERRORS_PATH = '/__atrium/development/errors';

const textSchema = v.pipe(v.string(), v.maxLength(50_000));

/** An error in a tab. */
export const errorReportSchema = v.object({
  /** Its name and message. */
  title: textSchema,
  stack: textSchema,
  /** React's description of the components around the one that failed; empty for an error outside of rendering. */
  componentStack: textSchema,
});

/** See {@link errorReportSchema}. */
export type ErrorReport = v.InferOutput<typeof errorReportSchema>;

/** An error with places in the sources. */
export const explainedErrorSchema = v.object({
  /** `file:line` of the code that failed; null if no developed part is on its stack. */
  place: v.nullable(v.string()),
  /** The lines of the source around it. */
  frame: v.nullable(v.string()),
  /** The components around the one that failed, from the inside out. */
  components: v.array(v.string()),
  stack: v.array(v.string()),
});

/** See {@link explainedErrorSchema}. */
export type ExplainedError = v.InferOutput<typeof explainedErrorSchema>;
