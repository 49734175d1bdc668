export {};

declare module '@atrium/page-kit/contract/site' {
  interface SiteSlots {
    /** Sections at the end of the account page. */
    'account.sections': {
      /** Id of the signed-in user. */
      readonly userId: string;
    };
    /** What other modules add to the archive with the user's data: for each, rows that say what it contains. */
    'account.data': {
      /** Id of the signed-in user. */
      readonly userId: string;
      /** Whether the archive can hold files (since 1.1). Older releases of the page save `data.json` only. */
      readonly savesFiles?: boolean;
      /**
       * Adds a part to `data.json` under the module's name, and returns the function that removes it. Call it in an effect.
       * `load` reads the part when the user exports: it reports how many records it has read, and rejects if one cannot be read.
       * `addFile` (since 1.1) adds a file to the archive, in the module's folder, and returns its path there for the part to name.
       * `path` is the file's folders and its name as the user knows them: the page makes them safe, and different from others.
       * `read` is called after all parts have loaded. It resolves to null if the file no longer exists, and rejects if it cannot be read.
       */
      readonly addPart: (
        module: string,
        load: (
          signal: AbortSignal,
          onProgress: (records: number) => void,
          addFile?: (file: { readonly path: readonly string[]; readonly read: (signal: AbortSignal) => Promise<Blob | null> }) => string,
        ) => Promise<object>,
      ) => () => void;
    };
  }
}
