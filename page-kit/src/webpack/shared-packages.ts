import { CONTRACT_VERSION } from '../contract/contract-version.ts';

/** Versions of the packages that the shell provides to every remote (semver ranges). */
export const SHARED_RANGES = {
  react: '^19.2.0',
  'react/jsx-runtime': '^19.2.0',
  'react-dom': '^19.2.0',
  'react-router-dom': '^7.9.0',
  // What a module was built with may be newer than what an older shell has.
  '@atrium/page-kit/ui': `^${CONTRACT_VERSION}`,
  '@atrium/page-kit/site': `^${CONTRACT_VERSION}`,
  '@atrium/page-kit/primitives': `^${CONTRACT_VERSION}`,
} as const;

/** Names that remotes may import from `react-router-dom`: what the shell's facade exports. */
export const ROUTER_NAMES = [
  'Link',
  'NavLink',
  'Navigate',
  'Outlet',
  'Route',
  'Routes',
  'useHref',
  'useLocation',
  'useMatch',
  'useNavigate',
  'useParams',
  'useSearchParams',
] as const;

interface ConsumedPackage {
  readonly singleton: true;
  readonly import: false;
  readonly requiredVersion: string;
}

/** Federation options of a remote: it brings no copy of a shared package and takes the shell's. */
export function consumedPackages(): Record<string, ConsumedPackage> {
  return Object.fromEntries(
    Object.entries(SHARED_RANGES).map(([name, requiredVersion]) => [
      name,
      { singleton: true, import: false, requiredVersion },
    ]),
  );
}
