import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Draws nothing, and does something after each navigation to another path. */
export function OnNavigation({ act }: { readonly act: () => void }) {
  const { pathname } = useLocation();
  useEffect(act, [pathname, act]);
  return null;
}
