import { watchDocumentScripts } from '../src/federation/document-scripts.ts';

function documentWith(markup: string): Document {
  const made = document.implementation.createHTMLDocument();
  made.head.innerHTML = `<base href="https://site.example/">${markup}`;
  return made;
}

test('tells of each deferred script whether it arrived', async () => {
  const page = documentWith('<script defer src="/good.js"></script><script defer src="/bad.js"></script><script src="/other.js"></script>');
  const scripts = watchDocumentScripts(page);
  expect([...scripts.keys()]).toEqual(['https://site.example/good.js', 'https://site.example/bad.js']);
  page.querySelector('[src="/good.js"]')?.dispatchEvent(new Event('load'));
  page.querySelector('[src="/bad.js"]')?.dispatchEvent(new Event('error'));
  expect(await Promise.all(scripts.values())).toEqual([true, false]);
});
