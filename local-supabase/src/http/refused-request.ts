import * as v from 'valibot';

/** What the HTTP server refuses by itself, a body that is too large among it: a status from 400 to 499, with the reason. */
export const refusedRequest = v.object({ statusCode: v.pipe(v.number(), v.minValue(400), v.maxValue(499)), message: v.string() });
