import { checkTexts } from '../messages/check-texts.ts';

const troubles = checkTexts();
for (const trouble of troubles) console.log(trouble);
console.log(troubles.length === 0 ? 'The texts hold.' : `${troubles.length} troubles.`);
if (troubles.length > 0) process.exitCode = 1;
