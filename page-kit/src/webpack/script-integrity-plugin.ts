import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/**
 * Runtime code that changes an address which was asked for before: webpack asks again only after a failure, and the
 * browser would wait for the request that hangs, or take the refused bytes from its cache.
 *
 * @param address name of the variable that holds it
 */
function anotherAddress(address: string): string[] {
  const attempts = `${webpack.RuntimeGlobals.require}.attempts`;
  return [
    `var attempts = ${attempts} = ${attempts} || {};`,
    `var attempt = attempts[${address}] = (attempts[${address}] ?? -1) + 1;`,
    `if (attempt > 0) ${address} += "?attempt=" + attempt;`,
  ];
}

/**
 * Makes the build's own chunk loading ask the shell for the hash of every script and style sheet it adds: webpack adds
 * lazy chunks, and adds rejected ones again, without integrity. `atriumIntegrity` throws for a file that is not in the
 * tab's release set, so nothing unknown is ever asked for.
 *
 * `crossOriginLoading` would not do: webpack sets `crossOrigin` for other origins only, and the browser uses a preload
 * with `crossorigin` only for a request with the same.
 */
export class ScriptIntegrityPlugin {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('ScriptIntegrityPlugin', (compilation) => {
      const { createScript } = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap('ScriptIntegrityPlugin', (source) =>
        [
          ...anotherAddress('url'),
          'var integrity;',
          // `done` makes webpack forget the chunk; a throw here would leave it "loading" for ever.
          'try { integrity = atriumIntegrity(url); } catch (refusal) {',
          '  return done({ type: "refused", target: { src: url } });',
          '}',
          source,
          'script.crossOrigin = "anonymous";',
          'script.integrity = integrity;',
        ].join('\n'),
      );
      const { beforeTagInsert } = MiniCssExtractPlugin.getCompilationHooks(compilation);
      beforeTagInsert.tap('ScriptIntegrityPlugin', (source, names) =>
        [
          source,
          ...anotherAddress(names.href),
          `${names.tag}.href = ${names.href};`,
          `${names.tag}.crossOrigin = "anonymous";`,
          `${names.tag}.integrity = atriumIntegrity(${names.href});`,
        ].join('\n'),
      );
    });
  }
}
