import { CONTRACT_VERSION } from '../contract/contract-version.ts';

/** Versions of the packages that the shell provides to every remote (semver ranges). */
export const SHARED_RANGES = {
  react: '^19.2.0',
  'react/jsx-runtime': '^19.2.0',
  'react-dom': '^19.2.0',
  'react-router-dom': '^7.9.0',
  // A module may be built with a newer version than an older shell has.
  '@atrium/page-kit/ui': `^${CONTRACT_VERSION}`,
  '@atrium/page-kit/site': `^${CONTRACT_VERSION}`,
  '@atrium/page-kit/primitives': `^${CONTRACT_VERSION}`,
} as const;

/** Names that remotes may import from `react-router-dom`: the exports of the shell's facade. */
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

/** Federation options of a remote: it bundles no copy of a shared package and uses the shell's. */
export function consumedPackages(): Record<string, ConsumedPackage> {
  return Object.fromEntries(
    Object.entries(SHARED_RANGES).map(([name, requiredVersion]) => [
      name,
      { singleton: true, import: false, requiredVersion },
    ]),
  );
}
