export {};

declare module '@atrium/page-kit/contract/site' {
  interface SiteSlots {
    /** Sections at the end of the account page. */
    'account.sections': {
      /** Id of the signed-in user. */
      readonly userId: string;
    };
    /** What other modules add to the file with the user's data: for each, a line that says what it contains. */
    'account.data': {
      /** Id of the signed-in user. */
      readonly userId: string;
      /**
       * Adds a part to the file under the module's name, and returns the function that removes it. Call it in an effect.
       * `load` reads the part when the user exports: it reports how many records it has read, and rejects if one cannot be read.
       */
      readonly addPart: (module: string, load: (signal: AbortSignal, onProgress: (records: number) => void) => Promise<object>) => () => void;
    };
  }
}
