/**
 * The text of a function that runs in a page, called with what it is given. It can use nothing but its own argument and
 * what pages have. The developer tools run it, to which a page's Content-Security-Policy does not apply.
 */
export function pageScript<Argument>(run: (argument: Argument) => unknown, argument: Argument): string {
  // Where TypeScript runs as it is, esbuild names inner functions through a helper, which pages do not have.
  return `((__name) => (${run.toString()})(${JSON.stringify(argument)}))((named) => named)`;
}
