import { FingerprintPattern, LogIn, type LucideIcon, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Provider } from '@atrium/page-kit/contract/auth';

/** A way to log in without a password. */
export type SignInMethod = 'passkey' | 'code' | Provider;

/** The icon of a sign-in method. `size`: width and height in pixels. */
export function MethodIconDrawing({ method, size }: { readonly method: SignInMethod; readonly size: number }) {
  const isOwn = method === 'passkey' || method === 'code';
  const logo = isOwn ? undefined : LOGOS[method];
  if (!logo) {
    const Icon = OWN_ICONS[isOwn ? method : 'provider'];
    return <Icon aria-hidden="true" size={size} strokeWidth={1.75} />;
  }
  const { viewBox = '0 0 24 24', paths } = logo;
  return (
    <svg aria-hidden="true" height={size} viewBox={viewBox} width={size}>
      {paths}
    </svg>
  );
}

/** `provider`: of one without a logo here. */
const OWN_ICONS: Readonly<Record<'passkey' | 'code' | 'provider', LucideIcon>> = { passkey: FingerprintPattern, code: Mail, provider: LogIn };

/** The logos of the most common providers, in their own colours, which some of them require. */
const LOGOS: Readonly<Partial<Record<Provider, { readonly viewBox?: string; readonly paths: ReactNode }>>> = {
  google: {
    paths: (
      <>
        <path d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z" fill="#4285f4" />
        <path d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84C3.99 20.53 7.7 23 12 23z" fill="#34a853" />
        <path d="M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45 1.18 4.93l3.66-2.84z" fill="#fbbc05" />
        <path d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.7 1 3.99 3.47 2.18 7.07l3.66 2.84c.87-2.6 3.3-4.53 6.16-4.53z" fill="#ea4335" />
      </>
    ),
  },
  apple: { paths: <path d="M12.15 6.9c-.95 0-2.41-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.09 1.01 1.45 2.2 3.09 3.79 3.04 1.52-.07 2.09-.99 3.94-.99 1.83 0 2.35.99 3.96.95 1.64-.03 2.67-1.48 3.67-2.95 1.16-1.69 1.64-3.33 1.66-3.42-.04-.01-3.18-1.22-3.22-4.85-.03-3.04 2.48-4.5 2.6-4.56-1.43-2.09-3.62-2.32-4.39-2.38-2-.15-3.68 1.09-4.61 1.09zM15.53 3.83C16.37 2.82 16.93 1.4 16.78 0c-1.21.05-2.66.81-3.54 1.82-.78.9-1.45 2.34-1.27 3.71 1.34.11 2.72-.68 3.56-1.7" fill="currentColor" /> },
  azure: {
    paths: (
      <>
        <path d="M2 2h9.5v9.5H2z" fill="#f25022" />
        <path d="M12.5 2H22v9.5h-9.5z" fill="#7fba00" />
        <path d="M2 12.5h9.5V22H2z" fill="#00a4ef" />
        <path d="M12.5 12.5H22V22h-9.5z" fill="#ffb900" />
      </>
    ),
  },
  github: { viewBox: '0 0 16 16', paths: <path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z" fill="currentColor" /> },
  gitlab: { paths: <path d="m23.6 9.59-.03-.08L20.3.98a.85.85 0 0 0-1.34-.35.87.87 0 0 0-.29.44l-2.2 6.75H7.54L5.33 1.07a.86.86 0 0 0-1.29-.49.86.86 0 0 0-.34.4L.43 9.5l-.03.09a6.07 6.07 0 0 0 2.01 7.01l.04.03 4.98 3.73 2.46 1.86 1.5 1.13a1 1 0 0 0 1.22 0l1.5-1.13 2.46-1.86 5.02-3.76a6.07 6.07 0 0 0 2.01-7.01z" fill="#e24329" /> },
  facebook: { paths: <path d="M24 12.07c0-6.62-5.37-12-12-12s-12 5.38-12 12c0 6 4.39 10.96 10.13 11.86v-8.39H7.08v-3.47h3.05V9.43c0-3.01 1.79-4.67 4.53-4.67 1.31 0 2.69.24 2.69.24v2.95h-1.52c-1.49 0-1.95.93-1.95 1.87v2.25h3.33l-.54 3.47h-2.79v8.39C19.61 23.03 24 18.06 24 12.07z" fill="#1877f2" /> },
  linkedin_oidc: { paths: <path d="M20.45 20.45h-3.56v-5.57c0-1.33-.02-3.04-1.85-3.04s-2.13 1.45-2.13 2.94v5.67H9.35V9h3.41v1.56h.05c.48-.9 1.64-1.85 3.37-1.85 3.6 0 4.27 2.37 4.27 5.45zM5.34 7.43a2.06 2.06 0 1 1 0-4.12 2.06 2.06 0 0 1 0 4.12m1.78 13.02H3.56V9h3.56zM22.22 0H1.77C.79 0 0 .77 0 1.73v20.54C0 23.23.79 24 1.77 24h20.45c.98 0 1.78-.77 1.78-1.73V1.73C24 .77 23.2 0 22.22 0" fill="#0a66c2" /> },
  twitter: { paths: <path d="M18.24 2.25h3.31l-7.23 8.26 8.5 11.24h-6.65l-5.21-6.82-5.97 6.82H1.68l7.73-8.84L1.25 2.25h6.83l4.71 6.23zm-1.16 17.52h1.83L7.08 4.13H5.12z" fill="currentColor" /> },
};
