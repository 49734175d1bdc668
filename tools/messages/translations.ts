import ts from 'typescript';
import { textsIn, type TextForms } from './catalogues.ts';
import { eachNode, objectOf, placeOf, propertiesOf, symbolOf, type Sources } from './sources.ts';

/** A catalogue in another language. */
export interface TranslatedCatalogue {
  /** Of the catalogue. */
  readonly name: string;
  readonly texts: ReadonlyMap<string, TextForms>;
  readonly place: string;
}

/** What `languages/TAG.ts` of a remote adds, by the tags of its `languages.ts`. */
export function translationsIn(sources: Sources): ReadonlyMap<string, readonly TranslatedCatalogue[]> {
  return new Map(tagsIn(sources).map((tag) => [tag, translationsTo(tag, sources)]));
}

function tagsIn({ checker, files }: Sources): readonly string[] {
  const tags = new Set<string>();
  for (const file of files.filter(({ fileName }) => fileName.endsWith('/languages.ts'))) {
    eachNode(file, (node) => {
      if (!ts.isVariableDeclaration(node) || node.name.getText(file) !== 'languages') return;
      const object = objectOf(checker, node.initializer);
      for (const tag of object ? propertiesOf(object).keys() : []) tags.add(tag);
    });
  }
  return [...tags];
}

function translationsTo(tag: string, { checker, files }: Sources): readonly TranslatedCatalogue[] {
  const found: TranslatedCatalogue[] = [];
  for (const file of files.filter(({ fileName }) => fileName.endsWith(`/languages/${tag}.ts`))) {
    eachNode(file, (node) => {
      if (!ts.isCallExpression(node) || symbolOf(checker, node.expression)?.name !== 'addTranslations') return;
      const catalogues = objectOf(checker, node.arguments[0]);
      for (const [name, value] of catalogues ? propertiesOf(catalogues) : []) {
        const object = objectOf(checker, value);
        if (object) found.push({ name, texts: textsIn(checker, object), place: placeOf(object) });
      }
    });
  }
  return found;
}
