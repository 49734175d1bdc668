/** The service that service-process.test.ts runs. */
process.once('SIGTERM', () => process.exit());
// A listener for messages keeps the process running.
process.on('message', () => undefined);
process.send?.({ type: 'ready' });
