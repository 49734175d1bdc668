import { pageModuleConfig } from '@atrium/page-kit/webpack';

export default pageModuleConfig({ root: import.meta.dirname });
