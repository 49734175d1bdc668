export {
  isSignedWith,
  MAX_PREVIEW_MINUTES,
  parsePreview,
  previewDigest,
  previewPathSchema,
  previewRequestSchema,
  signPreview,
  signPreviewWithKey,
  type PreviewOffer,
} from './preview-link.ts';
export { previewedSite } from './previewed-site.ts';
