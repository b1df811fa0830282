import { runCommandLine } from './run-command-line.ts';

/** `cli.js NAME …`: one command beside the running server, or on its data while it is down. */
process.exitCode = await runCommandLine(process.argv.slice(2), process);
