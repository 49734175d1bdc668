import { existsSync, readFileSync } from 'node:fs';
import { MAX_SLOT_PROPS } from '@atrium/releases/model';
import ts from 'typescript';
import { ModuleSourceError } from './module-sources.ts';

/** The module that declares `SiteSlots`. */
const SITE_CONTRACT = '@atrium/page-kit/contract/site';

/** Names that the props of a slot can use: every TypeScript project of a page team has them. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'Array', 'ReadonlyArray', 'Record', 'Readonly', 'Partial', 'Required', 'Pick', 'Omit', 'Exclude', 'Extract', 'NonNullable', 'Promise', 'Map',
  'ReadonlyMap', 'Set', 'ReadonlySet', 'Date', 'URL', 'Error', 'AbortSignal', 'Blob', 'File', 'FormData', 'HTMLElement', 'Uint8Array', 'ArrayBuffer',
]);

/** Props that `<Slot>` and React use themselves, so a slot cannot pass them on. */
const RESERVED_PROPS: ReadonlySet<string> = new Set(['name', 'children', 'key', 'ref']);

/** The part of a module manifest that {@link readSlotProps} needs. */
interface SlotOwner {
  readonly name: string;
  readonly slots?: Readonly<Record<string, unknown>>;
}

/**
 * Reads the types of the props of a module's slots from its `src/slots.ts`, which extends `SiteSlots`. The texts are independent
 * of how the file is formatted.
 *
 * @returns the type of each slot, with its doc comment before it
 * @throws ModuleSourceError if a slot has no type, a type has no slot, or other teams could not use a type
 */
export function readSlotProps(file: string, { name, slots = {} }: SlotOwner): Readonly<Record<string, string>> {
  const keys = Object.keys(slots);
  if (!existsSync(file)) {
    if (keys[0] === undefined) return {};
    throw new ModuleSourceError(`The slot ${keys[0]} has no type. Create ${file} with:\n${declarationOf(name, keys)}`);
  }
  const types = slotTypesIn(readFileSync(file, 'utf8'), file);
  for (const slot of types.keys()) {
    const key = slot.startsWith(`${name}.`) ? slot.slice(name.length + 1) : null;
    if (key === null) throw new ModuleSourceError(`${file} declares the slot ${slot}. A module declares only its own slots: their names begin with \`${name}.\`.`);
    if (!keys.includes(key)) throw new ModuleSourceError(`${file} declares the slot ${slot}, which is not in the module manifest. Add \`${key}\` to \`slots\` there, or remove it here.`);
  }
  const untyped = keys.filter((key) => !types.has(`${name}.${key}`));
  if (untyped.length > 0) throw new ModuleSourceError(`${file} has no type for the slot ${untyped[0]}. Add:\n${declarationOf(name, untyped)}`);
  return Object.fromEntries(keys.map((key) => [key, types.get(`${name}.${key}`) ?? '']));
}

function declarationOf(name: string, keys: readonly string[]): string {
  return [
    'export {};',
    `declare module '${SITE_CONTRACT}' {`,
    '  interface SiteSlots {',
    ...keys.map((key) => `    '${name}.${key}': { readonly example: string };`),
    '  }',
    '}',
  ].join('\n');
}

/**
 * The types that a source text declares in `SiteSlots`, by `module.slot`.
 *
 * @throws ModuleSourceError if a type uses a name that other teams do not have, or is too long
 */
export function slotTypesIn(content: string, file: string): ReadonlyMap<string, string> {
  // Comments keep their line breaks, and a release must be the same on every machine.
  const text = content.replaceAll('\r\n', '\n');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const { diagnostics = [] } = ts.transpileModule(text, { fileName: file, reportDiagnostics: true });
  const [broken] = diagnostics;
  if (broken) throw new ModuleSourceError(`${file} is not valid TypeScript: ${ts.flattenDiagnosticMessageText(broken.messageText, ' ')}`);
  // Without an import or export, the declaration would replace the module's types instead of extending them.
  if (!ts.isExternalModule(source)) throw new ModuleSourceError(`${file} is not a module. Add \`export {};\`.`);
  const found = new Map<string, string>();
  for (const declared of source.statements.flatMap(interfacesIn)) {
    if (declared.heritageClauses || declared.typeParameters) throw new ModuleSourceError(`SiteSlots in ${file} must not extend a type: list the props of each slot.`);
    for (const member of declared.members) {
      if (!ts.isPropertySignature(member) || !ts.isStringLiteral(member.name) || member.questionToken || !member.type) {
        throw new ModuleSourceError(`Write the slot \`${member.getText()}\` in ${file} as \`'module.slot': {…}\`.`);
      }
      const slot = member.name.text;
      if (found.has(slot)) throw new ModuleSourceError(`${file} declares the slot ${slot} twice. Remove one.`);
      const props = ts.isTypeLiteralNode(member.type) ? member.type.members.map(({ name }) => name?.getText().replace(/^['"]|['"]$/g, '') ?? '') : [];
      const reserved = props.find((prop) => RESERVED_PROPS.has(prop));
      if (reserved !== undefined) throw new ModuleSourceError(`The slot ${slot} in ${file} has a prop ${reserved}, which <Slot> and React use themselves. Choose another name.`);
      const unknown = unknownName(member.type, new Set());
      if (unknown !== null) {
        throw new ModuleSourceError(
          `The props of the slot ${slot} in ${file} use ${unknown}, which other teams do not have. Write the type out, with built-in types only (${[...KNOWN_TYPES].slice(0, 6).join(', ')}, …).`,
        );
      }
      const type = textOf(member, member.type);
      if (type.length > MAX_SLOT_PROPS) {
        throw new ModuleSourceError(`The type of the slot ${slot} in ${file} has ${type.length} characters, and ${MAX_SLOT_PROPS} are allowed. Pass fewer props.`);
      }
      found.set(slot, type);
    }
  }
  return found;
}

function interfacesIn(statement: ts.Statement): ts.InterfaceDeclaration[] {
  if (!ts.isModuleDeclaration(statement) || statement.name.text !== SITE_CONTRACT || !statement.body || !ts.isModuleBlock(statement.body)) return [];
  return statement.body.statements.filter(ts.isInterfaceDeclaration).filter(({ name }) => name.text === 'SiteSlots');
}

/** A name in a type that is neither built in nor a type parameter of the type itself; null if there is none. */
function unknownName(node: ts.Node, parameters: ReadonlySet<string>): string | null {
  if (ts.isImportTypeNode(node) || ts.isTypeQueryNode(node) || ts.isComputedPropertyName(node)) return node.getText();
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    if (!KNOWN_TYPES.has(name) && !parameters.has(name)) return name;
  }
  const inner = new Set([...parameters, ...typeParametersOf(node)]);
  return ts.forEachChild(node, (child) => unknownName(child, inner) ?? undefined) ?? null;
}

function typeParametersOf(node: ts.Node): string[] {
  if (ts.isFunctionTypeNode(node) || ts.isMethodSignature(node) || ts.isCallSignatureDeclaration(node) || ts.isConstructorTypeNode(node)) {
    return (node.typeParameters ?? []).map(({ name }) => name.text);
  }
  return ts.isMappedTypeNode(node) ? [node.typeParameter.name.text] : [];
}

/** A type as TypeScript formats it, with the doc comment of its property. */
function textOf(member: ts.PropertySignature, type: ts.TypeNode): string {
  const source = member.getSourceFile();
  const docs = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc).map((doc) => doc.getText().replace(/\n\s*\*/g, '\n *'));
  const printed = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed }).printNode(ts.EmitHint.Unspecified, type, source);
  return [...docs.slice(-1), printed].join('\n');
}
