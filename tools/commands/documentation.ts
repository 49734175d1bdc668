import { checkDocumentation } from '../docs/check-documentation.ts';

const troubles = await checkDocumentation();
for (const trouble of troubles) console.log(trouble);
console.log(troubles.length === 0 ? 'The documentation holds.' : `${troubles.length} troubles.`);
if (troubles.length > 0) process.exitCode = 1;
