import { writeStructure } from '../structure/structure.ts';
import { reportFaults } from './report-faults.ts';

reportFaults(await writeStructure(), 'The structure follows all rules.');
