import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isLibrary, sourcePlace, type SourcePlace } from '@atrium/releases/inspection';
import * as v from 'valibot';
import { terminalText } from '../terminal-text.ts';
import { sourceFrame } from '../webpack/source-frame.ts';
import { errorReportSchema, type ErrorReport, type ExplainedError } from './client/error-report.ts';

/** A line of a stack, in Chrome (`at name (url:1:2)`, `at url:1:2`) or in Firefox and Safari (`name@url:1:2`). */
const STACK_LINE = /^\s*(?:at )?(?:(?<name>[^@(]*?)(?: \(|@))?(?:async )?(?<address>https?:\/\/[^\s)]+?):(?<line>\d+):(?<column>\d+)\)?$/;

/** A component without a place: one that the browser or React provides. */
const COMPONENT_WITHOUT_PLACE = /^\s*at ([\w.]+)(?: \(<anonymous>\))?$/;

/** The component that ends the module's part of a component stack (client/developed-module.tsx). */
const BOUNDARY = 'at ReportingBoundary ';

/** Bytes of a report. */
const MAX_REPORT = 300_000;

const reportSchema = v.pipe(v.string(), v.parseJson(), errorReportSchema);

/** What {@link BrowserErrors} needs. */
export interface BrowserErrorsOptions {
  /** The content of a built file by its path on the site; null if there is none. */
  readonly readFile: (pathname: string) => string | null;
  /** The name of a source file for people. @param source its name in a source map */
  readonly nameOf: (source: string, pathname: string) => string;
  readonly print: (text: string) => void;
}

/** Explains errors of tabs by the sources, and prints them. */
export class BrowserErrors {
  readonly #options: BrowserErrorsOptions;

  constructor(options: BrowserErrorsOptions) {
    this.#options = options;
  }

  /** Responds to a tab that reports an error. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#respond(request, response).catch(() => response.destroy()); // The tab was closed.
  };

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isTooLong = Number(request.headers['content-length'] ?? Infinity) > MAX_REPORT;
    const report = v.safeParse(reportSchema, isTooLong ? '' : await text(request));
    response.statusCode = report.success ? 200 : 400;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(report.success ? JSON.stringify(this.explain(report.output)) : '{}');
  }

  /** Finds the places in the sources, and prints the error. */
  explain({ title, stack, componentStack }: ErrorReport): ExplainedError {
    const lines = stack.split('\n').flatMap((line) => this.#stackLine(line) ?? []);
    const origin = lines.find(({ origin: found }) => found !== null)?.origin ?? null;
    const explained = {
      place: origin && `${origin.file}:${origin.line}`,
      frame: origin === null || origin.content === null ? null : sourceFrame(origin.content, { line: origin.line, column: null }),
      components: this.#components(componentStack),
      stack: lines.map(({ shown }) => shown),
    };
    const { place, frame, components } = explained;
    const printed = [`Error in the browser${place === null ? '' : `, ${place}`}`, title, frame, components.length > 0 ? `Components:\n${components.join('\n')}` : null];
    this.#options.print(terminalText(printed.filter((part) => part !== null).join('\n\n')));
    return explained;
  }

  /** The components of the module around the one that failed. Those of other parts, with shortened names, say nothing about the error. */
  #components(componentStack: string): string[] {
    const lines = componentStack.split('\n');
    const boundary = lines.findIndex((line) => line.includes(BOUNDARY));
    return lines.slice(0, boundary === -1 ? lines.length : boundary).flatMap((line) => {
      const { origin, shown } = this.#stackLine(line) ?? {};
      return (origin ? shown : COMPONENT_WITHOUT_PLACE.exec(line)?.[1]) ?? [];
    });
  }

  #stackLine(line: string): { readonly shown: string; readonly origin: SourcePlace | null } | null {
    const { name = '', address, line: row, column } = STACK_LINE.exec(line)?.groups ?? {};
    if (address === undefined || !URL.canParse(address)) return null;
    const { pathname } = new URL(address);
    const origin = this.#originOf(pathname, Number(row), Number(column));
    const place = origin ? `${origin.file}:${origin.line}` : `${pathname}:${row}`;
    return { shown: name === '' ? place : `${name} (${place})`, origin };
  }

  #originOf(pathname: string, line: number, column: number): SourcePlace | null {
    const place = sourcePlace(this.#options.readFile(`${pathname}.map`) ?? '', line, column);
    if (place === null || isLibrary(place)) return null;
    return { ...place, file: this.#options.nameOf(place.file, pathname) };
  }
}
