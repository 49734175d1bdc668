/** Addresses of the web; what ends a sentence is no part of one. */
const ADDRESS = /(https?:\/\/[^\s<>"“”„«»]*[^\s<>"“”„«».,;:!?'’)\]}])/i;

/** Text in which the addresses of pages can be followed. Whatever is no web address stays text. */
export function LinkedText({ text }: { readonly text: string }) {
  // Split at a group, every second part is an address.
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 && URL.canParse(part) ? (
      <a dir="auto" href={part} key={index} rel="noopener noreferrer" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
