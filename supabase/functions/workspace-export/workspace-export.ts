import * as v from 'valibot';
import { handleCalls, describe, type Environment, type Runtime } from '../_shared/handle-calls.ts';
import { requireCaller } from '../_shared/caller.ts';
import { Refusal } from '../_shared/refusal.ts';
import { BoardReader, type BoardNote } from './board-reader.ts';
import { csvHeader, csvRow } from './csv.ts';
import { markdownHeading, markdownNote } from './markdown.ts';

const bodySchema = v.object({ board: v.pipe(v.string(), v.uuid()), format: v.picklist(['csv', 'markdown']) });

/** How a board is written in a format. */
interface Format {
  readonly type: string;
  readonly ending: string;
  readonly beginning: (boardName: string) => string;
  readonly note: (note: BoardNote) => string;
}

const FORMATS: Readonly<Record<'csv' | 'markdown', Format>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', ending: 'csv', beginning: csvHeader, note: csvRow },
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md', beginning: markdownHeading, note: markdownNote },
};

/**
 * `{board, format: 'csv' | 'markdown'}`: the notes of a board that the caller may see as a file, in the board's order. The file is
 * streamed. If reading fails, the stream breaks off. If the visitor cancels the download, reading stops.
 */
export function workspaceExport(environment: Environment, runtime: Runtime): (request: Request) => Promise<Response> {
  return handleCalls('workspace-export', bodySchema, environment, runtime, async ({ project, request, body }) => {
    const { client } = await requireCaller(project, request);
    const reader = await BoardReader.open(client, body.board);
    if (!reader) throw new Refusal(404, 'no_board', 'There is no board with this id that you can see. It may have been deleted, or you were removed from it.');
    const format = FORMATS[body.format];
    return new Response(textOf(reader, format), {
      headers: {
        'content-type': format.type,
        'content-disposition': disposition(reader.name, format.ending),
        'cache-control': 'no-store',
        // Browsers must never render what users wrote as a page.
        'x-content-type-options': 'nosniff',
      },
    });
  });
}

function textOf(reader: BoardReader, format: Format): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cancelled = new AbortController();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(format.beginning(reader.name)));
    },
    async pull(controller) {
      try {
        const notes = await reader.next(cancelled.signal);
        if (notes.length === 0) controller.close();
        else controller.enqueue(encoder.encode(notes.map(format.note).join('')));
      } catch (error) {
        // The request was aborted, or the stream, which the visitor has closed, accepts nothing more.
        if (cancelled.signal.aborted) return;
        console.error(`workspace-export: interrupted: ${describe(error)}`);
        controller.error(error);
      }
    },
    cancel() {
      cancelled.abort();
    },
  });
}

/** The name of the file: in ASCII for every client, and unchanged for those that support it (RFC 6266). */
function disposition(name: string, ending: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\s/\\:*?"<>|]+/gu, ' ').trim() || 'board';
  const plain = clean.normalize('NFKD').replace(/[^\x20-\x7e]/g, '').replace(/[%;]/g, ' ').trim() || 'board';
  const encoded = encodeURIComponent(clean).replace(/['()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}.${ending}"; filename*=UTF-8''${encoded}.${ending}`;
}
