export {};

declare module '@atrium/page-kit/contract/site' {
  interface SiteSlots {
    /** Sections at the end of the account page. */
    'account.sections': {
      /** Id of the signed-in user. */
      readonly userId: string;
    };
  }
}
