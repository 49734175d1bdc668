import * as v from 'valibot';

/** A row of `workspace_attachments`: a file of a note. */
export const fileSchema = v.object({
  id: v.string(),
  /** Where its bytes are in the bucket: `<board>/<note>/<uuid>/<name>`. An address is made of it, so it may not lead anywhere else. */
  path: v.pipe(v.string(), v.regex(/^(?:[\da-f-]{36}\/){3}\w[\w.-]*$/)),
  name: v.string(),
  type: v.string(),
  /** In bytes. */
  size: v.number(),
  created_at: v.string(),
});

export type StoredFile = Readonly<v.InferOutput<typeof fileSchema>>;

/** What the bucket takes (see its migration): what a browser shows or saves without running anything. */
export const FILE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'text/plain',
  'text/csv',
  'text/markdown',
  'application/json',
  'application/zip',
  'audio/mpeg',
  'audio/ogg',
  'video/mp4',
  'video/webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
];
