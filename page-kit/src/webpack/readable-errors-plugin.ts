import { readFileSync } from 'node:fs';
import path from 'node:path';
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

type SyntaxErrorInFile = v.InferOutput<typeof syntaxErrorSchema>;

/** "JSX expressions must have one parent element": usually the consequence of another error, which comes after it. */
const CONSEQUENCE = '(TS2657)';

/**
 * Reports one syntax error of each file, with the place in the source and the lines around it. The compiler reports one
 * mistake many times: for each token that it does not expect after it, and again for its output, by the lines of that.
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
        return [...[...byFile.values()].map((error) => readableError(error, compiler.context)), ...others];
      });
    });
  }
}

function readableError({ file, message, loc: { start } }: SyntaxErrorInFile, root: string): WebpackError {
  const place = { line: start.line, column: start.column + 1 };
  const shown = path.relative(root, file).replaceAll('\\', '/');
  const error = new webpack.WebpackError(`${shown}:${place.line}:${place.column}\n${message}\n\n${sourceFrame(readFileSync(file, 'utf8'), place)}`);
  error.stack = '';
  return error;
}
