/** A request that the real backend may know, and the fake does not. The test cannot go by its answer. */
export class NotFakedError extends Error {
  override readonly name = 'NotFakedError';
}
