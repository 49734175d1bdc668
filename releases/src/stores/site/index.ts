export { openSiteStore } from './site-store.ts';
export { SiteStoreError } from './site-store-error.ts';
export {
  ENCODING_HEADER,
  FILE_PART_PREFIX,
  fileQuerySchema,
  garbageRequestSchema,
  logQuerySchema,
  moveRequestSchema,
  STORE_PATH,
  UPLOAD_LIMITS,
  type Refusal,
} from './store-wire.ts';
