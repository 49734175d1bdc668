// The bundler's part of the federation runtime, file by file: the package's own entry adds the rest of the runtime. It has no types
// for these files. Their functions are called only by the code that the federation plugin writes into containers.
declare module '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js' {
  export const attachShareScopeMap: unknown;
}
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  export const consumes: unknown;
}
declare module '@module-federation/webpack-bundler-runtime/dist/remotes.js' {
  export const remotes: unknown;
}
