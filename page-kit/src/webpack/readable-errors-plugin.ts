import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import * as v from 'valibot';
import webpack, { type Compiler, type WebpackError } from 'webpack';
import { sourceFrame } from './source-frame.ts';

/** What ts-loader reports in a file that is not valid TypeScript. It only transpiles, so it reports nothing else. */
const syntaxErrorSchema = v.object({
  details: v.pipe(v.string(), v.startsWith('ts-loader')),
  file: v.string(),
  message: v.string(),
  loc: v.object({ start: v.object({ line: v.number(), column: v.number() }) }),
});

/** What webpack reports if a loader's output is not valid JavaScript. */
const parseErrorSchema = v.object({ name: v.literal('ModuleParseError'), module: v.object({ resource: v.string() }) });

/**
 * What webpack reports for an import that leads nowhere, with the name that the compiler gave it, and the line in its output. Of a file that
 * a package does not export, it says only the path within the package.
 */
const missingFileSchema = v.object({
  name: v.literal('ModuleNotFoundError'),
  message: v.pipe(v.string(), v.regex(/Can't resolve '|is not exported under the conditions/)),
  module: v.object({ resource: v.string() }),
});

type SyntaxErrorInFile = v.InferOutput<typeof syntaxErrorSchema>;

/** "JSX expressions must have one parent element": usually the consequence of another error, which comes after it. */
const CONSEQUENCE = '(TS2657)';

/**
 * Reports one syntax error of each file, with the place in the source and the lines around it. The compiler reports one
 * mistake many times: for each token that it does not expect after it, and again for its output, by the lines of that.
 * A missing file is reported by the lines of the source, too.
 */
export class ReadableErrorsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReadableErrorsPlugin', (compilation) => {
      compilation.hooks.processErrors.tap('ReadableErrorsPlugin', (errors) => {
        const byFile = new Map<string, SyntaxErrorInFile>();
        for (const error of errors) {
          const { success, output } = v.safeParse(syntaxErrorSchema, error);
          if (success && (byFile.get(output.file)?.message.endsWith(CONSEQUENCE) ?? true)) byFile.set(output.file, output);
        }
        const others = errors.filter((error) => !v.is(syntaxErrorSchema, error) && !(v.is(parseErrorSchema, error) && byFile.has(error.module.resource)));
        return [...[...byFile.values()].map((error) => syntaxError(error)), ...others.map((error) => withPlaceOfImport(error))];
      });
    });
  }
}

function syntaxError({ file, message, loc: { start } }: SyntaxErrorInFile): WebpackError {
  return errorAt({ file, source: readFileSync(file, 'utf8'), line: start.line, column: start.column + 1 }, message);
}

/** An error about a missing file, with the place of its import in the source. Returns other errors as they are. */
function withPlaceOfImport(error: Error): Error {
  const { success, output } = v.safeParse(missingFileSchema, error);
  if (!success) return error;
  const [, request] = /Can't resolve '([^']*)'/.exec(output.message) ?? [];
  const [, inPackage = ''] = /"\.\/([^"]+)" is not exported under/.exec(output.message) ?? [];
  const file = output.module.resource;
  const source = readFileSync(file, 'utf8');
  const name = request === undefined ? `[^'"]+/${literally(inPackage)}` : literally(request);
  const imported = new RegExp(`['"](${name}(?:\\.[jt]sx?)?)['"]`).exec(source);
  if (!imported) return error;
  const before = source.slice(0, imported.index).split('\n');
  return errorAt({ file, source, line: before.length, column: (before.at(-1)?.length ?? 0) + 2 }, adviceFor(imported[1] ?? ''));
}

/** A pattern for the name of an import, without its extension, which the compiler has replaced. */
function literally(request: string): string {
  return request.replace(/\.js$/, '').replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function adviceFor(request: string): string {
  if (!request.startsWith('@atrium/')) return `Cannot find ${request}. Correct the path, or install the package.`;
  return `${request} is internal to Atrium, or does not exist. Import what the README of @atrium/page-kit lists.`;
}

interface ErrorPlace {
  readonly file: string;
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

function errorAt({ file, source, line, column }: ErrorPlace, message: string): WebpackError {
  // Terminals open a name that is relative to their folder.
  const shown = path.relative(process.cwd(), file).replaceAll('\\', '/');
  const error = new webpack.WebpackError(`${shown}:${line}:${column}\n${message}\n\n${sourceFrame(source, { line, column })}`);
  error.stack = '';
  return error;
}
