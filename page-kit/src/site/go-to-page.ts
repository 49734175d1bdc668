import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PageAddress, PageName } from '../contract/site.ts';
import { pagePath } from './page-path.ts';

/** Goes to a page by its name; false, and nothing happens, where the site has no such page now. */
export type GoToPage = <Page extends PageName>(address: PageAddress<Page>, options?: { readonly replace?: boolean }) => boolean;

/** Gives {@link GoToPage} to a component. */
export function useGoToPage(): GoToPage {
  const navigate = useNavigate();
  return useCallback(
    (address, options) => {
      const path = pagePath(address);
      if (path === null) return false;
      void navigate(path, options);
      return true;
    },
    [navigate],
  );
}
