/** Says what is wrong with a build, and once that it is right again. */
export function buildReports(say: (text: string) => void): (errors: readonly string[]) => void {
  let failed = false;
  return (errors) => {
    if (errors.length > 0) say(errors.join('\n\n'));
    else if (failed) say('Built again without errors.');
    failed = errors.length > 0;
  };
}
