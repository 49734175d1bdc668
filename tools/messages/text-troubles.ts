import type ts from 'typescript';
import { cataloguesIn, type Catalogue, type TextForms } from './catalogues.ts';
import { sourcesOf } from './sources.ts';
import { textUses } from './text-uses.ts';
import { translationsIn, type TranslatedCatalogue } from './translations.ts';

/**
 * What is wrong with the texts of a remote, in lines: unused ones, missing translations, places that differ, and texts
 * that are asked for before a translation can be there.
 *
 * @param folders with the remote's sources, relative to the repository
 */
export function textTroubles(program: ts.Program, folders: readonly string[]): readonly string[] {
  const sources = sourcesOf(program, folders);
  const catalogues = cataloguesIn(sources);
  const { keys, early } = textUses(sources, catalogues);
  return [
    ...catalogues.flatMap((catalogue) => unusedTexts(catalogue, keys.get(catalogue.symbol) ?? new Set())),
    ...nameTroubles(catalogues),
    ...[...translationsIn(sources)].flatMap(([tag, translations]) => translationTroubles(tag, catalogues, translations)),
    ...early.map((place) => `${place}: this text is drawn while its file is loaded, when no translation is there: ask for it in a function`),
  ];
}

function unusedTexts({ texts, place }: Catalogue, used: ReadonlySet<string>): string[] {
  return [...texts.keys()].filter((key) => !used.has(key)).map((key) => `${place}: nothing uses the text “${key}”`);
}

function nameTroubles(catalogues: readonly Catalogue[]): string[] {
  return catalogues.flatMap(({ name, staysEnglish, place }, index) => {
    if (name === null) {
      return staysEnglish ? [] : [`${place}: without a name, nobody can translate these texts: give one, or say why in a comment “Not translated: …”`];
    }
    const first = catalogues.findIndex((other) => other.name === name);
    return first < index ? [`${place}: the texts in ${catalogues[first]?.place ?? ''} are called “${name}” already`] : [];
  });
}

function translationTroubles(tag: string, catalogues: readonly Catalogue[], translations: readonly TranslatedCatalogue[]): string[] {
  const missing = catalogues.filter(({ name }) => name !== null && !translations.some((translation) => translation.name === name));
  return [
    ...missing.map(({ name, place }) => `${place}: “${name ?? ''}” has no translation in “${tag}”`),
    ...translations.flatMap(({ name, texts, place }) => {
      const english = catalogues.find((catalogue) => catalogue.name === name);
      if (!english) return [`${place}: there are no texts “${name}” that this could be a translation of`];
      return [...english.texts].flatMap(([key, forms]) => placeTroubles(forms, texts.get(key)).map((trouble) => `${place}: “${key}” ${trouble}`));
    }),
  ];
}

/** A form for one number, such as none or two, can say it in words; `other` stands for all numbers. */
function placeTroubles(english: TextForms, translated: TextForms | undefined): string[] {
  if (!translated) return ['is not translated'];
  const given = placesIn([...english.values()].join());
  return [...translated].flatMap(([form, text]) => {
    const places = placesIn(text);
    const extra = [...places].filter((place) => !given.has(place)).map((place) => `has ${place}, which English has not`);
    const lost = [...given].filter((place) => !places.has(place) && (form === 'other' || place !== '{count}')).map((place) => `lacks ${place}`);
    return [...extra, ...lost];
  });
}

function placesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\{\w+\}/g));
}
