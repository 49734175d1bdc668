import * as v from 'valibot';
import { moveSchema } from '../move.ts';

/**
 * What the platform team's page may wish: to publish takes a build, which no page has. Who wishes it, the server knows;
 * nothing of that is taken from what is sent.
 */
export const platformMoveSchema = v.strictObject({
  ...v.omit(moveSchema, ['who', 'team']).entries,
  action: v.picklist(['promote', 'rollback', 'quarantine', 'retire', 'canary']),
});

/** See {@link platformMoveSchema}. */
export type PlatformMove = v.InferInput<typeof platformMoveSchema>;
