import { authRemoteConfig } from '@atrium/page-kit/webpack';

export default authRemoteConfig({ root: import.meta.dirname, module: './src/auth.tsx', client: './client-chunk.js' });
