/** The attribute of the element that the shell renders around a module's pages: `data-atrium-module="orders"`. */
export const MODULE_ATTRIBUTE = 'data-atrium-module';

/** The attribute of the element that the shell renders around an extension: `data-atrium-extension="orders.recent"`. */
export const EXTENSION_ATTRIBUTE = 'data-atrium-extension';

/** The attribute of the card that the shell shows instead of an extension that failed. */
export const EXTENSION_FAILURE_ATTRIBUTE = 'data-atrium-extension-failure';

/** On the main part of a document with a prerendered page: the path of the page. */
export const PRERENDERED_ATTRIBUTE = 'data-prerendered';

/** On a form of a prerendered page that was submitted before the page's code had loaded (credentials-server, prerendered-page.js). */
export const SUBMITTED_ATTRIBUTE = 'data-submitted';

/** On the document's root, separated by spaces: `passkey` and each provider that the project allows, `no-sign-up` if it takes no new accounts, and `no-email` if email accounts are switched off. */
export const SIGN_IN_ATTRIBUTE = 'data-sign-in';

/** The attribute of the shell's and the auth remote's cards in place of a page, whose headings name no page. */
export const NO_PAGE_ATTRIBUTE = 'data-atrium-no-page';
