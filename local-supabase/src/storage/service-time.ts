import * as v from 'valibot';

/** A time of the database in the form of the storage service, to the millisecond: `2021-02-17T04:43:32.770Z`. */
export const serviceTime = v.pipe(
  v.string(),
  v.transform((time) => new Date(time).toISOString()),
);
