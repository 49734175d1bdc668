import { messages } from '../messages.ts';

/** What browsers are told when the site is installed (https://www.w3.org/TR/appmanifest/). */
export const webManifest = {
  id: '/',
  name: messages.siteTitle,
  short_name: messages.siteTitle,
  description: messages.siteDescription,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f3f5f3',
  theme_color: '#0b6b5b',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const;
