import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../site-parts.ts';
import type { ModuleAround } from './module-around.ts';

const format: ts.FormatDiagnosticsHost = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' };

/** What the type checker says of the documents' code, with the settings that a module has, in lines. */
export function checkTypes(modules: readonly ModuleAround[]): readonly string[] {
  // The declarations of libraries are read once for all documents.
  const read = new Map<string, ts.SourceFile | undefined>();
  return modules.flatMap((module) => [...module.troubles, ...troublesOf(module, read)]);
}

function troublesOf({ folder, files }: ModuleAround, read: Map<string, ts.SourceFile | undefined>): string[] {
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as { config: unknown };
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const host = ts.createCompilerHost(options);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (!name.includes('node_modules')) return readFile(name, ...rest);
    if (!read.has(name)) read.set(name, readFile(name, ...rest));
    return read.get(name);
  };
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  return [...errors, ...ts.getPreEmitDiagnostics(program)].map((found) => {
    const message = ts.flattenDiagnosticMessageText(found.messageText, ' ');
    const of = found.file && files.get(path.normalize(found.file.fileName));
    if (!of || !found.file) return ts.formatDiagnostic(found, format).trim();
    const { line } = found.file.getLineAndCharacterOfPosition(found.start ?? 0);
    return `${of.document.file}:${of.line + line}: ${message}`;
  });
}
