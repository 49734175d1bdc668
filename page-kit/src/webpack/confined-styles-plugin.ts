import path from 'node:path';
import { MODULE_ATTRIBUTE } from '@atrium/releases/module-attribute';
import { parseStyleSheet, RULE_GROUPS, StyleSheetError, type Statement } from '@atrium/releases/style-sheet';
import { unconfinedIn } from '@atrium/releases/unconfined-styles';
import type { Compiler, Module } from 'webpack';

/**
 * Confines the style sheets of a page module. The classes of a `*.module.css` begin with the module's name already; the
 * rules of other style sheets get an `@scope` of the element that the shell puts around the module's pages. What still
 * reaches beyond the module fails the build, by the rule of the gate.
 */
export class ConfinedStylesPlugin {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ConfinedStylesPlugin', (compilation) => {
      // Each module is built once, and built again when its file has changed.
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

/** What mini-css-extract-plugin makes of a style sheet, before the minimizer: its lines are those of the file. */
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
  let text = '';
  let written = 0;
  let isOpen = false;
  for (const statement of statementsOf(css)) {
    // Other at-rules name things, or act on the whole site: they cannot stand in an `@scope`.
    const shallBeOpen = statement.block !== null && (statement.at === null || RULE_GROUPS.includes(statement.at));
    if (shallBeOpen !== isOpen) {
      text += css.slice(written, statement.start) + (isOpen ? '} ' : `@scope ([${MODULE_ATTRIBUTE}="${name}"]) { `);
      written = statement.start;
      isOpen = shallBeOpen;
    }
  }
  return text + css.slice(written) + (isOpen ? '\n}' : '');
}

/** None for a style sheet that is broken, which the check says. */
function statementsOf(css: string): readonly Statement[] {
  try {
    return parseStyleSheet(css);
  } catch (error) {
    if (error instanceof StyleSheetError) return [];
    throw error;
  }
}
