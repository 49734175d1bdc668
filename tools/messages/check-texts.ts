import path from 'node:path';
import ts from 'typescript';
import { ROOT, SITE_PARTS } from '../repository/repository.ts';
import { cataloguesIn, translationsIn, type Catalogue, type TextForms, type TranslatedCatalogue } from './catalogues.ts';
import { sourcesOf } from './sources.ts';
import { textUses } from './text-uses.ts';

/** Other folders whose texts a part translates. The only copy of the components is in the shell. */
const OTHER_FOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['shell', ['page-kit/src/ui', 'page-kit/src/primitives']],
  ['auth', ['auth-core/src']],
]);

/** Checks the texts that the site's visitors read. @returns a line for each fault */
export function checkTexts(): readonly string[] {
  const programs = new Map<string, ts.Program>();
  const host = sharedHost();
  return SITE_PARTS.flatMap(({ name, folder }) => {
    const [project = folder] = folder.split('/');
    const program = programs.get(project) ?? programOf(project, host);
    programs.set(project, program);
    return textFaults(program, [`${folder}/src`, ...(OTHER_FOLDERS.get(name) ?? [])]);
  });
}

/** A host that parses each file once for all programs. Without documentation comments, which no check of texts reads. */
function sharedHost(): ts.CompilerHost {
  const host = ts.createCompilerHost({});
  const files = new Map<string, ts.SourceFile | undefined>();
  return {
    ...host,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    getSourceFile(name, options) {
      if (!files.has(name)) files.set(name, host.getSourceFile(name, options));
      return files.get(name);
    },
  };
}

/** The sources of a workspace without its tests, with its own compiler options. */
function programOf(workspace: string, host: ts.CompilerHost): ts.Program {
  const folder = path.join(ROOT, workspace);
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram(fileNames.filter((file) => file.includes('/src/')), options, host);
}

/**
 * Checks the texts of a remote: unused texts, missing translations, placeholders that differ, and texts that are rendered
 * before a translation can arrive.
 *
 * @param folders with the remote's sources, relative to the root folder
 * @returns a line for each fault
 */
export function textFaults(program: ts.Program, folders: readonly string[]): readonly string[] {
  const sources = sourcesOf(program, folders);
  const catalogues = cataloguesIn(sources);
  const { keys, early } = textUses(sources, catalogues);
  return [
    ...catalogues.flatMap((catalogue) => unusedTexts(catalogue, keys.get(catalogue.symbol) ?? new Set())),
    ...nameFaults(catalogues),
    ...[...translationsIn(sources)].flatMap(([tag, translations]) => translationFaults(tag, catalogues, translations)),
    ...early.map((place) => `${place}: this text is rendered while its file loads, before a translation can arrive. Call it in a function`),
  ];
}

function unusedTexts({ texts, place }: Catalogue, used: ReadonlySet<string>): string[] {
  return [...texts.keys()].filter((key) => !used.has(key)).map((key) => `${place}: nothing uses the text “${key}”`);
}

function nameFaults(catalogues: readonly Catalogue[]): string[] {
  return catalogues.flatMap(({ name, staysEnglish, place }, index) => {
    if (name === null) {
      return staysEnglish ? [] : [`${place}: texts without a name cannot be translated. Add a name, or say why in a comment “Not translated: …”`];
    }
    const first = catalogues.findIndex((other) => other.name === name);
    return first < index ? [`${place}: the texts in ${catalogues[first]?.place ?? ''} have the name “${name}” already`] : [];
  });
}

function translationFaults(tag: string, catalogues: readonly Catalogue[], translations: readonly TranslatedCatalogue[]): string[] {
  const missing = catalogues.filter(({ name }) => name !== null && !translations.some((translation) => translation.name === name));
  return [
    ...missing.map(({ name, place }) => `${place}: “${name ?? ''}” has no translation in “${tag}”`),
    ...translations.flatMap(({ name, texts, place }) => {
      const english = catalogues.find((catalogue) => catalogue.name === name);
      if (!english) return [`${place}: this translates the texts “${name}”, which do not exist`];
      return [...english.texts].flatMap(([key, forms]) => placeholderFaults(forms, texts.get(key)).map((fault) => `${place}: “${key}” ${fault}`));
    }),
  ];
}

/** A form for one number, such as zero or two, can spell it out instead of `{count}`. The form `other` stands for all numbers. */
function placeholderFaults(english: TextForms, translated: TextForms | undefined): string[] {
  if (!translated) return ['is not translated'];
  const expected = placeholdersIn([...english.values()].join());
  return [...translated].flatMap(([form, text]) => {
    const used = placeholdersIn(text);
    const extra = [...used].filter((name) => !expected.has(name)).map((name) => `has ${name}, which the English text does not have`);
    const missing = [...expected].filter((name) => !used.has(name) && (form === 'other' || name !== '{count}')).map((name) => `lacks ${name}`);
    return [...extra, ...missing];
  });
}

function placeholdersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\{\w+\}/g));
}
