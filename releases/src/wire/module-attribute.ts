/** The attribute of the element that the shell renders around a module's pages: `data-atrium-module="orders"`. */
export const MODULE_ATTRIBUTE = 'data-atrium-module';
