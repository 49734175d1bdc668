import { use } from 'react';
import { Link } from 'react-router-dom';
import { message } from '../messages.ts';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import type { TabModule } from '../site/tab-modules.ts';
import { HeaderMenu } from './header-menu.tsx';

/** The site's header. The menu needs to know who is signed in; it is left out until the auth remote is there. */
export function SiteHeader({ modules }: { readonly modules: readonly TabModule[] }) {
  const authModule = use(AuthModuleContext);
  return (
    <header className="shell-header">
      <div className="shell-header-row">
        <Link className="shell-brand" to="/">
          <svg className="shell-brand-mark" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 21V10l9-7 9 7v11h-5v-8a4 4 0 0 0-8 0v8z" />
          </svg>
          {message('site.name')}
        </Link>
        {authModule && <HeaderMenu authModule={authModule} modules={modules} />}
      </div>
    </header>
  );
}
