import { checkDocumentation } from '../docs/check-documentation.ts';
import { reportFaults } from './report-faults.ts';

reportFaults(await checkDocumentation(), 'The documentation is correct.');
