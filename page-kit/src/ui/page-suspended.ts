import { createContext } from 'react';

/**
 * Whether the page around a component is suspended: hidden and inert until its user has logged in again. The dialogs of the page, which
 * are elsewhere in the document, hide with it.
 */
export const PageSuspended = createContext(false);
PageSuspended.displayName = 'PageSuspended';
