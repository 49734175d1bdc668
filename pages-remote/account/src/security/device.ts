import { securityText } from './messages.ts';

/** What a `User-Agent` header says about a device. */
export interface Device {
  /** Name of the browser, or null. */
  readonly browser: string | null;
  /** Name of the operating system, or null. */
  readonly system: string | null;
  readonly kind: 'computer' | 'phone' | 'tablet';
}

/** The first match counts: most browsers name Chrome or Safari as well, and Chrome names Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

/** The first match counts: Android names Linux. An iPad with the desktop version of a page calls itself a Mac. */
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string, kind: Device['kind']])[] = [
  [/\biPhone\b/, 'iOS', 'phone'],
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/** Reads a `User-Agent` header. Only well-known names come out of it, because the sender can write anything into it. */
export function readDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const [, browser = null] = BROWSERS.find(([pattern]) => pattern.test(text)) ?? [];
  const [, system = null, kind = 'computer' as const] = SYSTEMS.find(([pattern]) => pattern.test(text)) ?? [];
  return { browser, system, kind };
}

/** The name of a device on screen, such as "Firefox on Windows". */
export function deviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return securityText('browserOnSystem', { browser, system });
  return browser ?? system ?? securityText('unknownDevice');
}
