import type { Compiler } from 'webpack';

/** A slot that a component renders, in code that the compiler wrote (`jsx` in `react/jsx-runtime`). */
const RENDERED_SLOT = /\b_jsxs?\(Slot, \{[^{}]*?\bname: "([a-z][a-z0-9-]*\.[A-Za-z0-9]+)"/g;

/** The slots of other modules that compiled code renders. */
export function foreignSlots(code: string, module: string): string[] {
  const rendered = [...code.matchAll(RENDERED_SLOT)].flatMap(([, slot]) => slot ?? []);
  return [...new Set(rendered)].filter((slot) => !slot.startsWith(`${module}.`));
}

/** Reports slots of other modules that the module renders: only their owner can, and they would stay empty. */
export class OwnSlotsCheck {
  readonly #module: string;

  constructor(module: string) {
    this.#module = module;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OwnSlotsCheck', (compilation) => {
      compilation.hooks.finishModules.tap('OwnSlotsCheck', (modules) => {
        for (const module of modules) {
          const file = module.nameForCondition() ?? '';
          if (!file.endsWith('.tsx') || file.includes('node_modules')) continue;
          for (const slot of foreignSlots(module.originalSource()?.source().toString() ?? '', this.#module)) {
            const error = new compiler.webpack.WebpackError(`The slot ${slot} stays empty, because only ${slot.split('.')[0] ?? ''} can render it. Render a slot of this module.`);
            error.module = module;
            compilation.errors.push(error);
          }
        }
      });
    });
  }
}
