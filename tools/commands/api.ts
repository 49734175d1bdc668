import { writeContractReports } from '../api/contract-reports.ts';
import { printReadableFailure } from './readable-failure.ts';
import { reportFaults } from './report-faults.ts';

try {
  reportFaults(await writeContractReports(), 'page-kit/api is up to date.');
} catch (error) {
  printReadableFailure(error);
}
