import { language } from '@atrium/page-kit/messages';
import { paletteKey } from '../palette/search-button.tsx';
import { startText } from './messages.ts';
import { PICTURES } from './start-pictures.ts';

/** The points, with the strokes of their icons. */
const POINTS = [
  { name: 'private', icon: 'M4 11h16v10H4zM8 11V7a4 4 0 0 1 8 0v4' },
  { name: 'live', icon: 'M2 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75' },
  { name: 'keyboard', icon: 'M2 5h20v14H2zM6 9h.01M10 9h.01M14 9h.01M18 9h.01M6 12h.01M10 12h.01M14 12h.01M18 12h.01M7 16h10' },
] as const;

/** The start page below its first button: a picture of the product, and three points. */
export default function Start() {
  return (
    <div className="shell-start">
      <div className="shell-start-picture">
        <BoardPicture theme="light" />
        <BoardPicture theme="dark" />
      </div>
      <ul className="shell-start-points">
        {POINTS.map(({ name, icon }) => (
          <li key={name}>
            <svg aria-hidden="true" viewBox="0 0 24 24"><path d={icon} /></svg>
            <h2>{startText(`${name}Title`)}</h2>
            <p className="atrium-muted">{name === 'keyboard' ? startText('keyboardText', { key: paletteKey() }) : startText(`${name}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The style sheet hides the picture of the other theme, and browsers do not load hidden lazy pictures. */
function BoardPicture({ theme }: { readonly theme: 'light' | 'dark' }) {
  const picture = (PICTURES[language()] ?? PICTURES['en'])?.[theme];
  if (!picture) return null;
  return (
    <picture className={`shell-start-${theme}`}>
      <source height={1040} media="(max-width: 40rem)" srcSet={picture.narrow} width={780} />
      <img alt={startText('picture')} decoding="async" height={960} loading="lazy" src={picture.wide} width={1680} />
    </picture>
  );
}
