import path from 'node:path';
import ts from 'typescript';
import { ROOT, SITE_PARTS } from '../site-parts.ts';
import { textTroubles } from './text-troubles.ts';

/** Further folders whose texts a part translates: the shell has the one copy of the components. */
const FURTHER_FOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['shell', ['page-kit/src/ui', 'page-kit/src/primitives']],
  ['auth', ['auth-core/src']],
]);

/** What is wrong with the texts that the site's visitors read, in lines. */
export function checkTexts(): readonly string[] {
  const programs = new Map<string, ts.Program>();
  return SITE_PARTS.flatMap(({ name, folder }) => {
    const [project = folder] = folder.split('/');
    const program = programs.get(project) ?? programOf(project);
    programs.set(project, program);
    return textTroubles(program, [`${folder}/src`, ...(FURTHER_FOLDERS.get(name) ?? [])]);
  });
}

/** The sources of a workspace, without tests, with its own settings. */
function programOf(workspace: string): ts.Program {
  const folder = path.join(ROOT, workspace);
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram(fileNames.filter((file) => file.includes('/src/')), options);
}
