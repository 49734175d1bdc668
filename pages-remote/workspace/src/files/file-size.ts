import { language } from '@atrium/page-kit/messages';

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** Size of a file for people; `bytes` is a number of bytes. */
export function fileSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  // The short form of bytes has no plural in English.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit: units[step] ?? 'byte', unitDisplay, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step);
}
