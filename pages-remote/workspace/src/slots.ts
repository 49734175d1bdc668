export {};

declare module '@atrium/page-kit/contract/site' {
  interface SiteSlots {
    /** Buttons for a board, in the panel with its further actions. */
    'workspace.actions': {
      /** Id of the board. */
      readonly board: string;
      /** Name of the board. */
      readonly title: string;
      /** Whether the user can rename and delete the board. Its editors can write notes as well. */
      readonly canEdit: boolean;
    };
  }
}
