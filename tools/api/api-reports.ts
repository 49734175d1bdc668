import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { PAGE_KIT } from '../packages/published-packages.ts';

/** The API of page-kit cannot be described; what api-extractor says of it is in `message`. */
export class ApiReportError extends Error {
  override readonly name = 'ApiReportError';
}

/** A module of page-kit that teams import. */
export interface EntryPoint {
  /** Its name in the package's exports, such as `./contract/auth`. */
  readonly subpath: string;
  /** Its file in the source tree; the compiled one is read. */
  readonly source: string;
}

/**
 * Everything that somebody can use of page-kit, as text by entry point: declarations in an order that does not depend on
 * the sources', and what is deprecated. page-kit must have been compiled.
 *
 * @throws ApiReportError
 */
export async function describeApi(entries: readonly EntryPoint[]): Promise<ReadonlyMap<EntryPoint, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-api-'));
  try {
    const configs = entries.map((entry, index) => [entry, configFor(entry, folder, `${index}.api.md`)] as const);
    const [first] = configs;
    if (first === undefined) throw new ApiReportError('page-kit exports nothing.');
    // One reading of all declarations for all entry points: that is most of the work.
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
  const complaints: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) complaints.push(message.formatMessageWithLocation(PAGE_KIT.compiled));
      message.handled = true;
    },
  });
  if (!succeeded) throw new ApiReportError([`The API of ${subpath} cannot be described:`, ...complaints].join('\n'));
}

const quiet = { default: { logLevel: ExtractorLogLevel.None } };

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
      messages: { compilerMessageReporting: quiet, extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
    },
  });
}
