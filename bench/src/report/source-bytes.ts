import { decode } from '@jridgewell/sourcemap-codec';
import * as v from 'valibot';

const sourceMapSchema = v.object({ sources: v.array(v.nullable(v.string())), mappings: v.string() });

/**
 * How many bytes of a built file come from which source, by its source map (ECMA-426).
 * Bytes that no source is named for, such as the code that a bundler adds, are under the empty name.
 * @throws {v.ValiError} when the map is not one.
 */
export function sourceBytes(code: string, map: string): Map<string, number> {
  const { sources, mappings } = v.parse(v.pipe(v.string(), v.parseJson(), sourceMapSchema), map);
  const bytes = new Map<string, number>();
  const add = (source: string, text: string) => bytes.set(source, (bytes.get(source) ?? 0) + Buffer.byteLength(text));
  const decoded = decode(mappings);
  for (const [index, line] of code.split('\n').entries()) {
    const segments = decoded[index] ?? [];
    let column = 0;
    let source = '';
    for (const segment of segments) {
      add(source, line.slice(column, segment[0]));
      column = segment[0];
      source = segment.length === 1 ? '' : (sources[segment[1]] ?? '');
    }
    add(source, line.slice(column));
  }
  return bytes;
}
