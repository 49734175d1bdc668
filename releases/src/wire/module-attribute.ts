/** The attribute of the element that the shell renders around a module's pages: `data-atrium-module="orders"`. */
export const MODULE_ATTRIBUTE = 'data-atrium-module';

/** The attribute of the element that the shell renders around an extension: `data-atrium-extension="orders.recent"`. */
export const EXTENSION_ATTRIBUTE = 'data-atrium-extension';

/** The attribute of the card that the shell shows instead of an extension that failed. */
export const EXTENSION_FAILURE_ATTRIBUTE = 'data-atrium-extension-failure';
