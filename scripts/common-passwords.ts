// Makes the list of common passwords that the server refuses, from a list with the most used one first.
import { readFileSync, writeFileSync } from 'node:fs';
import { commonPasswordsFile, passwordDigest } from '../apps/server/src/platform/secrets/common-passwords.ts';
import { isPassword } from '../packages/contract/src/accounts.ts';

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('name the list: one password a line, the most used one first');

const mostUsed = readFileSync(source, 'utf8').split(/\r?\n/).slice(0, 100_000);
const kept = new Set(mostUsed.filter(isPassword));
const digests = [...kept].map(passwordDigest).sort(Buffer.compare);
writeFileSync(commonPasswordsFile, Buffer.concat(digests));
console.log(`${kept.size} passwords`);
