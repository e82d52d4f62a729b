import { fileURLToPath } from 'node:url';
import { retiredInProject } from './retired-words.ts';

/** A part of `npm run check`: fails if documents, help, messages or the page have a word that the glossary retires. */
const findings = retiredInProject(fileURLToPath(new URL('../../..', import.meta.url)));
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
