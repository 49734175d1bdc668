/** The attribute of the element that the shell puts around the pages of a module: `data-atrium-module="orders"`. */
export const MODULE_ATTRIBUTE = 'data-atrium-module';
