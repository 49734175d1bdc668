import path from 'node:path';
import { MODULE_ATTRIBUTE } from '@atrium/releases/wire';
import { parseStyleSheet, RULE_GROUPS, StyleSheetError, unconfinedIn, type Statement } from '@atrium/releases/inspection';
import type { Compiler, Module } from 'webpack';

/**
 * Confines the style sheets of a page module. The classes of a `*.module.css` already start with the module's name. The
 * rules of other style sheets are wrapped in an `@scope` of the element that the shell puts around the module's pages, without the
 * extensions of other modules within them. Rules that
 * still affect the rest of the site fail the build, as they would at the gate.
 */
export class ConfinedStylesPlugin {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ConfinedStylesPlugin', (compilation) => {
      // A module is built once, and again after its file has changed.
      compilation.hooks.buildModule.tap('ConfinedStylesPlugin', (module) => {
        const file = fileOf(module);
        if (isStyleSheet(module) && !/\.module\.\w+$/.test(file)) module.content = Buffer.from(scoped(this.#name, module.content.toString('utf8')));
      });
      compilation.hooks.finishModules.tap('ConfinedStylesPlugin', (modules) => {
        for (const module of modules) {
          if (!isStyleSheet(module)) continue;
          const file = path.relative(compiler.context, fileOf(module)).replaceAll('\\', '/');
          for (const problem of unconfinedIn(this.#name, module.content)) {
            compilation.errors.push(new compiler.webpack.WebpackError(`${file}:${problem}`));
          }
        }
      });
    });
  }
}

/** A style sheet in mini-css-extract-plugin, before it is minimized: its line numbers are those of the file. */
interface StyleSheetModule extends Module {
  content: Buffer;
}

function isStyleSheet(module: Module): module is StyleSheetModule {
  return module.type === 'css/mini-extract' && 'content' in module && Buffer.isBuffer(module.content);
}

function fileOf(module: Module): string {
  return module.nameForCondition() ?? '';
}

/** Puts `@scope` around each run of rules, without moving a line. */
function scoped(name: string, css: string): string {
  const own = `[${MODULE_ATTRIBUTE}="${name}"]`;
  // Without the extensions of other modules in its slots.
  const scope = `@scope (${own}) to ([${MODULE_ATTRIBUTE}]:not(${own})) { `;
  let text = '';
  let written = 0;
  let isOpen = false;
  for (const statement of statementsOf(css)) {
    // Other at-rules define names or affect the whole site, and are not allowed in an `@scope`.
    const needsScope = statement.block !== null && (statement.at === null || RULE_GROUPS.includes(statement.at));
    if (needsScope !== isOpen) {
      text += css.slice(written, statement.start) + (isOpen ? '} ' : scope);
      written = statement.start;
      isOpen = needsScope;
    }
  }
  return text + css.slice(written) + (isOpen ? '\n}' : '');
}

/** Empty for a style sheet with a syntax error, which the check reports. */
function statementsOf(css: string): readonly Statement[] {
  try {
    return parseStyleSheet(css);
  } catch (error) {
    if (error instanceof StyleSheetError) return [];
    throw error;
  }
}
