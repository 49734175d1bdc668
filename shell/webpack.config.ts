import { shellConfig, shellDevelopmentConfig } from '@atrium/page-kit/webpack/shell';

const shell = { root: import.meta.dirname, routerFacade: 'src/router-facade.ts' };

export default [shellConfig(shell), shellDevelopmentConfig(shell)];
