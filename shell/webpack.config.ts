import { shellConfig } from '@atrium/page-kit/webpack/shell';

export default shellConfig({ root: import.meta.dirname, routerFacade: 'src/router-facade.ts' });
