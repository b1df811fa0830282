import { runMigrate } from './migrate-command.ts';

/** `npm run migrate`: a program of its own, so that the serving process needs no owner of the tables. */
process.exitCode = await runMigrate(process.argv.slice(2), {
  env: process.env,
  print: (text) => void process.stdout.write(text),
  fail: (line) => void process.stderr.write(`${line}\n`),
});
