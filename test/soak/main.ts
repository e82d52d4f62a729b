/** `npm run soak` for ten minutes, `npm run soak -- 30s` for less. Ends with 1 if anything was wrong. */
import { soak, verdict } from './soak.ts';

const asked = process.argv[2] ?? '10m';
const [, amount, unit] = /^(\d{1,4})(s|m|h)$/.exec(asked) ?? [];
if (!amount || !unit) {
	console.error(`how long? ${JSON.stringify(asked)} is not of the form 30s, 10m or 2h`);
	process.exit(2);
}
const milliseconds = Number(amount) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];

console.log(`soaking for ${asked} on loopback`);
const report = await soak(milliseconds, { tell: console.log });
const wrong = verdict(report);
console.table({
	'time, s': report.seconds.toFixed(0),
	'requests, all checked': report.requests,
	'requests per second': (report.requests / report.seconds).toFixed(0),
	'connections opened': report.connections,
	'swaps of the data': report.swaps,
	'licenses issued and revoked': report.licenses,
	'memory in use, MB (after a third, at the end)': `${report.inUseEarly}, ${report.inUseLate}`,
	'resident memory, MB (second third, last third)': `${report.residentEarly}, ${report.residentLate}`,
	'open files (before, after)': `${report.filesBefore}, ${report.filesAfter}`,
	wrong: wrong.length,
});
for (const line of wrong) console.log(`WRONG: ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);
