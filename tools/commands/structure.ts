import { writeStructure } from '../structure/structure.ts';

const faults = await writeStructure();
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? 'The structure follows all rules.' : `Faults: ${String(faults.length)}.`);
if (faults.length > 0) process.exitCode = 1;
