import { authRemoteConfig } from '../webpack/remote-config.ts';
import { developedContainer, developmentId, type DevelopedPart, type PartOptions } from './developed-part.ts';

/** Develops the auth remote in a folder, inside a development build of the shell. */
export function developAuthRemote({ root, module }: Pick<PartOptions, 'root'> & { readonly module: string }): DevelopedPart {
  const release = developmentId();
  const container = developedContainer('auth', release, './auth');
  return {
    configuration: authRemoteConfig({ root, module, development: { release, refresh: true } }),
    base: container.base,
    release: () => ({ auth: container }),
  };
}
