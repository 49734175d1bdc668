import classes from './gallery.module.css';

/** A group of design tokens, and how a token is drawn. */
interface TokenGroup {
  readonly title: string;
  readonly tokens: readonly string[];
  /** The CSS property of the sample that the token sets. */
  readonly property: 'background' | 'inlineSize' | 'blockSize' | 'borderRadius' | 'fontSize' | 'fontFamily' | 'lineHeight' | 'boxShadow' | 'transition';
}

const GROUPS: readonly TokenGroup[] = [
  { title: 'Surfaces', property: 'background', tokens: ['ground', 'sidebar', 'surface', 'surface-sunken', 'edge', 'edge-control'] },
  { title: 'Text', property: 'background', tokens: ['text', 'text-muted', 'on-accent'] },
  { title: 'Accents', property: 'background', tokens: ['accent', 'accent-strong', 'accent-wash', 'danger', 'danger-wash', 'success', 'success-wash', 'focus'] },
  { title: 'Tints', property: 'background', tokens: ['tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7', 'tint-8'] },
  { title: 'Type face', property: 'fontFamily', tokens: ['font'] },
  { title: 'Type sizes', property: 'fontSize', tokens: ['size-small', 'size-body', 'size-large', 'size-title'] },
  { title: 'Line heights', property: 'lineHeight', tokens: ['line', 'line-tight'] },
  { title: 'Space', property: 'inlineSize', tokens: ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6', 'space-7', 'space-8'] },
  { title: 'Height of controls', property: 'blockSize', tokens: ['control'] },
  { title: 'Corners', property: 'borderRadius', tokens: ['radius', 'radius-large'] },
  { title: 'Floating layers', property: 'boxShadow', tokens: ['elevation'] },
  { title: 'Motion (point at the sample)', property: 'transition', tokens: ['motion'] },
];

/** Properties that show on a text. */
const OF_TEXT: ReadonlySet<TokenGroup['property']> = new Set(['fontFamily', 'fontSize', 'lineHeight']);

/** Every token of tokens.css, with its name and a sample. */
export function Tokens() {
  return (
    <div className={classes['tokens']}>
      {GROUPS.map(({ title, tokens, property }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul className={classes['group']}>
            {tokens.map((token) => {
              const name = `--atrium-${token}`;
              const style = { [property]: property === 'transition' ? `background-color var(${name})` : `var(${name})` };
              return (
                <li className={classes['token']} key={token}>
                  {OF_TEXT.has(property) ? <span style={style}>Text in Inter, نص عربي</span> : <span aria-hidden="true" className={classes['sample']} data-property={property} style={style} />}
                  <code>{name}</code>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
