import type { AuthHandle, AuthState } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { pagePath, showToast } from '@atrium/page-kit/site';
import type { Contributions } from '@atrium/releases/wire';
import { frameText } from '../frame/messages.ts';
import { isForUser, type ModuleContributions } from '../runtime/contributions.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { RemoteUnavailableError, type FailureStage } from '../runtime/site-source.ts';
import { openRoute, runningRelease, type TabModule } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';

/** What an {@link Audience} is compared with. */
export type Visitor = Pick<AuthState, 'user' | 'assurance' | 'permissions'>;

/** A command that the user can run now. */
export interface OfferedCommand {
  readonly module: TabModule;
  readonly key: string;
  readonly declaration: NonNullable<Contributions['commands']>[string];
  /** The path that the command opens; null if it runs code. */
  readonly path: string | null;
}

/**
 * The commands for a user on a path, in the menu's order of the modules.
 *
 * @param visitor null if the sign-in did not load: then the commands for everyone that need no code remain
 */
export function offeredCommands(contributions: readonly ModuleContributions[], visitor: Visitor | null, pathname: string): readonly OfferedCommand[] {
  return contributions.flatMap(({ module, contributions: { commands = {} } }) => {
    const { routes } = module.manifest;
    const open = openRoute(routes, pathname);
    return Object.entries(commands).flatMap(([key, declaration]): OfferedCommand[] => {
      const { route, on } = declaration;
      const path = route === undefined ? null : (routes[route] ?? null);
      // The tab may run a release whose manifest no longer has the route.
      if (route !== undefined && path === null) return [];
      if (on && (open === null || !on.includes(open))) return [];
      const isOffered = visitor ? isForUser(declaration, visitor) : path !== null && isForEveryone(declaration);
      return isOffered ? [{ module, key, declaration, path }] : [];
    });
  });
}

function isForEveryone({ requires, assurance, permission }: OfferedCommand['declaration']): boolean {
  return requires === undefined && assurance === undefined && permission === undefined;
}

/** What running a command needs from the tab. */
export interface CommandTab {
  readonly loads: SiteLoads;
  /** Null if the sign-in did not load. */
  readonly auth: AuthHandle | null;
  /** Opens a path of the site. */
  readonly open: (path: string) => void;
}

/** Runs a command. A failure shows an error toast and is reported. Never rejects. */
export async function runCommand({ loads, auth, open }: CommandTab, { module, key, declaration, path }: OfferedCommand): Promise<void> {
  if (path !== null) return open(path);
  const { pathname } = location;
  try {
    const code = await loadCode(loads, module, (code) => code.commands?.[key]);
    if (!auth) throw new TypeError('Commands with code need the sign-in.');
    await code({
      auth,
      pathname,
      goTo: (page) => {
        const found = pagePath(page);
        if (found !== null) open(found);
        return found !== null;
      },
    });
  } catch (cause) {
    reportFailure(loads, module, 'command', `The command ${key} failed.`, cause);
    showToast({ tone: 'error', text: frameText('toast.commandFailed', { command: localizedText(declaration.title) }) });
  }
}

/**
 * Loads the code behind a command or a search provider from the release that the tab runs.
 *
 * @throws RemoteUnavailableError if the module cannot be loaded, which SiteLoads has reported
 */
export async function loadCode<Code>(
  loads: SiteLoads,
  module: TabModule,
  find: (code: PageModule) => (() => Promise<{ readonly default: Code }>) | undefined,
): Promise<Code> {
  const outcome = await loads.module(module.manifest.name, runningRelease(module)).promise;
  if (!outcome.success) throw outcome.error;
  const load = find(outcome.value);
  if (!load) throw new TypeError('The release has no such code.');
  return (await load()).default;
}

/** Logs a failed command or search provider and reports it, unless SiteLoads has already reported that the module did not load. */
export function reportFailure(loads: SiteLoads, module: TabModule, stage: FailureStage, reason: string, cause: unknown): void {
  if (cause instanceof RemoteUnavailableError) return;
  const { name } = module.manifest;
  const error = new RemoteUnavailableError(name, runningRelease(module), reason, { cause });
  console.error(`The page module ${name} failed: ${reason} (release ${error.release}, trace ${error.trace})`, cause);
  void loads.openTab.loaded.then((openTab) => openTab.partFailed(error, stage));
}
