import * as v from 'valibot';
import { messageOf } from '../smoke-test/problem-list.ts';
import { prerenderJobSchema, type PrerenderAnswer } from '../webpack/prerender-job.ts';

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  void answer(message).then((answered) => process.send?.(answered));
});

async function answer(message: unknown): Promise<PrerenderAnswer> {
  try {
    const job = v.parse(prerenderJobSchema, message);
    // jsdom and React take longer to load than everything else.
    const { renderPages } = await import('./render-pages.tsx');
    return { ok: true, pages: await renderPages(job) };
  } catch (thrown) {
    return { ok: false, problem: messageOf(thrown) };
  }
}
