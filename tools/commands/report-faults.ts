/** Prints the faults that a check found and sets the exit code. @param success printed if there are none */
export function reportFaults(faults: readonly string[], success: string): void {
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? success : `Faults: ${String(faults.length)}.`);
  if (faults.length > 0) process.exitCode = 1;
}
