import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { PAGE_KIT, type EntryPoint } from '../packages/published-packages.ts';

/** The API of page-kit cannot be described. `message` contains the errors of api-extractor. */
export class ApiReportError extends Error {
  override readonly name = 'ApiReportError';
}

/**
 * Describes everything that page-kit exports, by entry point: its declarations in an order that does not depend on the
 * sources, and which of them are deprecated. Needs the compiled page-kit.
 *
 * @throws ApiReportError
 */
export async function describeApi(entries: readonly EntryPoint[]): Promise<ReadonlyMap<EntryPoint, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-api-'));
  try {
    const configs = entries.map((entry, index) => [entry, configFor(entry, folder, `${index}.api.md`)] as const);
    const [first] = configs;
    if (first === undefined) throw new ApiReportError('page-kit exports nothing.');
    // All entry points share one compiler state, because reading the declarations is most of the work.
    const compilerState = CompilerState.create(first[1], {
      additionalEntryPoints: configs.map(([, { mainEntryPointFilePath }]) => mainEntryPointFilePath),
    });
    const reports = new Map<EntryPoint, string>();
    for (const [entry, config] of configs) {
      describe(entry, config, compilerState);
      reports.set(entry, await readFile(config.reportFilePath, 'utf8'));
    }
    return reports;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describe({ subpath }: EntryPoint, config: ExtractorConfig, compilerState: CompilerState): void {
  const errors: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.formatMessageWithLocation(PAGE_KIT.compiled));
      message.handled = true;
    },
  });
  if (!succeeded) throw new ApiReportError([`The API of ${subpath} cannot be described:`, ...errors].join('\n'));
}

const QUIET = { default: { logLevel: ExtractorLogLevel.None } };

function configFor({ source }: EntryPoint, reportFolder: string, reportFileName: string): ExtractorConfig {
  const reportTempFolder = path.join(reportFolder, 'temporary');
  return ExtractorConfig.prepare({
    packageJsonFullPath: path.join(PAGE_KIT.folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: PAGE_KIT.compiled,
      mainEntryPointFilePath: path.join(PAGE_KIT.compiled, source.replace(/\.tsx?$/, '.d.ts')),
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { extends: path.join(PAGE_KIT.folder, 'tsconfig.json'), include: [], files: [] } },
      apiReport: { enabled: true, includeForgottenExports: true, reportFileName, reportFolder, reportTempFolder },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: QUIET, extractorMessageReporting: QUIET, tsdocMessageReporting: QUIET },
    },
  });
}
