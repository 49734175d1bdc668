// The embedded backend (`local-supabase/src/auth/mail`) imports this file too, as it does `template-actions.ts`.

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x2068': '\u2068', '#x2069': '\u2069' };

/**
 * A mail template as plain text, with the URL of a link on the next line. For templates without values, because a value may look
 * like a tag. Comments mark the parts that only repeat or decorate.
 */
export function plainText(html: string): string {
  return html
    .replace(/<!-- html only -->.*?<!-- \/html only -->|<head>.*?<\/head>/gs, '')
    .replace(/\s+/g, ' ')
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>\.?/g, '$2:\n$1')
    .replace(/<\/(?:h\d|p|div|li|td)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#x2068|#x2069);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
