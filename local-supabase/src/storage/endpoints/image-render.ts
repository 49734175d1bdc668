import type { Endpoint } from '../storage-call.ts';
import { StorageError } from '../storage-error.ts';

/** `GET /render/image/*`: images are not transformed here, as on a hosted project without that feature. */
export const imageRender: Endpoint = {
  method: 'GET',
  path: '/render/image/*',
  operation: 'storage.render.image_public',
  admitsAnybody: true,
  handle() {
    throw new StorageError('local-supabase does not transform images: ask for the file without "transform"', {
      statusCode: 403,
      code: 'FeatureNotEnabled',
      httpStatus: 403,
    });
  },
};
