import { writeContractReports } from '../api/contract-reports.ts';
import { printReadableFailure } from './readable-failure.ts';

try {
  const refusals = await writeContractReports();
  for (const line of refusals) console.error(line);
  if (refusals.length > 0) process.exitCode = 1;
} catch (error) {
  printReadableFailure(error);
}
