import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/**
 * Runtime code that changes a URL that was requested before. webpack requests it again only after a failure, and the
 * browser would then wait for the pending request, or reuse the rejected bytes from its cache.
 *
 * @param address name of the variable with the URL
 */
function changeRepeatedAddress(address: string): string[] {
  const attempts = `${webpack.RuntimeGlobals.require}.attempts`;
  return [
    `var attempts = ${attempts} = ${attempts} || {};`,
    `var attempt = attempts[${address}] = (attempts[${address}] ?? -1) + 1;`,
    `if (attempt > 0) ${address} += "?attempt=" + attempt;`,
  ];
}

/** Milliseconds after which a script or a style sheet without a response counts as failed. */
export const CHUNK_TIMEOUT = 8_000;

/**
 * Adds integrity to every script and style sheet that the build's chunk loading requests: webpack itself loads lazy chunks, and
 * retries rejected ones, without integrity. The shell's `atriumIntegrity` returns the hash. It throws for a file that is not in
 * the tab's release set, so unknown files are never requested.
 *
 * `crossOriginLoading` is not enough: webpack sets `crossOrigin` only for other origins, and the browser uses a preload
 * with `crossorigin` only for a request that has the same attribute.
 */
export class ScriptIntegrityPlugin {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('ScriptIntegrityPlugin', (compilation) => {
      const { createScript } = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap('ScriptIntegrityPlugin', (source) =>
        [
          ...changeRepeatedAddress('url'),
          'var integrity;',
          // `done` makes webpack forget the chunk. If this code threw, the chunk would stay "loading" permanently.
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
          ...changeRepeatedAddress(names.href),
          `${names.tag}.href = ${names.href};`,
          `${names.tag}.crossOrigin = "anonymous";`,
          `${names.tag}.integrity = atriumIntegrity(${names.href});`,
          // The time limit that webpack has for scripts. The listener is gone once the style sheet has loaded or failed.
          `setTimeout(function () { ${names.tag}.onerror && ${names.tag}.onerror({ type: "timeout", target: ${names.tag} }); }, ${CHUNK_TIMEOUT});`,
        ].join('\n'),
      );
    });
  }
}
