import { useEffect, useRef } from 'react';
import type { Part } from './parts.ts';

/** Space in pixels that the tag of an outline needs above it. */
const TAG_HEIGHT = 28;

/** Outlines parts on the page, each with a tag. They follow every movement of the parts, and take no pointer events. */
export function Outlines({ parts }: { readonly parts: readonly Part[] }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    // In each frame, because no event tells that an element moves with others.
    const place = () => {
      for (const [index, part] of parts.entries()) {
        const outline = container.current?.children[index];
        if (outline instanceof HTMLElement) placeOver(outline, part.element());
      }
      frame = requestAnimationFrame(place);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [parts]);
  return (
    <div aria-hidden="true" className="inspector-outlines" ref={container}>
      {parts.map(({ id, title, release }) => (
        <div className="inspector-outline" hidden key={id}>
          <span className="inspector-tag">
            <bdi>{title}</bdi> <span className="inspector-release">{release.slice(0, 8)}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** Places an outline over the visible part of an element. */
function placeOver(outline: HTMLElement, element: Element | null): void {
  const box = element?.getBoundingClientRect();
  const [top, bottom] = [Math.max(box?.top ?? 0, 0), Math.min(box?.bottom ?? 0, window.innerHeight)];
  outline.hidden = !box || box.width === 0 || bottom <= top;
  if (!box || outline.hidden) return;
  outline.style.translate = `${box.left}px ${top}px`;
  outline.style.inlineSize = `${box.width}px`;
  outline.style.blockSize = `${bottom - top}px`;
  outline.classList.toggle('inspector-outline-high', top < TAG_HEIGHT);
}
