import type { ComparedPicture } from './compare-pictures.ts';

/**
 * A static page that shows the compared pictures. It must lie beside the folders `accepted`, `now` and `differences`. It
 * needs no other file, so it works from the disk and as an artifact of a pipeline.
 */
export function comparisonPage(compared: readonly ComparedPicture[]): string {
  const count = (kind: ComparedPicture['kind']) => compared.filter((picture) => picture.kind === kind).length;
  const order = ['changed', 'new', 'gone', 'same'] as const;
  const sorted = order.flatMap((kind) => compared.filter((picture) => picture.kind === kind));
  const choices = order.map((kind) => `<label><input type="checkbox" value="${kind}"${kind === 'same' ? '' : ' checked'}> ${kind} (${String(count(kind))})</label>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Screens: ${String(count('changed'))} changed, ${String(count('new'))} new</title>
<style>${STYLE}</style>
<h1>Screens</h1>
<form><label>Name <input type="search" placeholder="log-in .de. 390"></label> ${choices.join(' ')}</form>
<p role="status"></p>
<main>
${sorted.map(article).join('\n')}
</main>
<script>${SCRIPT}</script>
</html>
`;
}

function article({ file, kind, points }: ComparedPicture): string {
  const picture = (folder: string, name: string) =>
    `<figure><figcaption>${name}</figcaption><a href="${folder}/${file}"><img src="${folder}/${file}" alt="${file}, ${name}" loading="lazy"></a></figure>`;
  const pictures = {
    same: [picture('now', 'as accepted')],
    new: [picture('now', 'new')],
    gone: [picture('accepted', 'no longer taken')],
    changed: [picture('accepted', 'before'), picture('now', 'after'), picture('differences', 'difference')],
  };
  const remark = kind === 'changed' ? `changed, ${String(points)} pixels` : kind;
  return `<article data-kind="${kind}" data-file="${file}"><h2>${file.replace(/\.png$/, '')} <small>${remark}</small></h2><div>${pictures[kind].join('')}</div></article>`;
}

const STYLE = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:1.5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;position:sticky;top:0;padding:.75rem 0;background:Canvas}
article{border-block-start:1px solid GrayText;padding-block:1rem}
article[hidden]{display:none}
article>div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
h2{font-size:1rem}small{font-weight:400}
figure{margin:0;flex:0 1 30rem}
img{max-width:100%;border:1px solid GrayText}`;

const SCRIPT = `
const form=document.querySelector('form'),status=document.querySelector('[role=status]');
const show=()=>{const words=form.querySelector('[type=search]').value.split(' ');
const kinds=[...form.querySelectorAll(':checked')].map(({value})=>value);let shown=0;
for(const article of document.querySelectorAll('article')){const {kind,file}=article.dataset;
article.hidden=!(kinds.includes(kind)&&words.every((word)=>file.includes(word)));if(!article.hidden)shown+=1;}
status.textContent=shown+' pictures';};
form.addEventListener('input',show);form.addEventListener('submit',(event)=>event.preventDefault());show();`;
