import { doctorReport } from '../doctor/doctor.ts';
import { printReadableFailure } from './readable-failure.ts';

try {
  const { text, code } = await doctorReport(process.argv.slice(2), process.env);
  console.log(text);
  process.exitCode = code;
} catch (error) {
  printReadableFailure(error);
}
