import { expect, test } from 'bun:test';
import type { LateEvidence } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { latenessOf } from '@pointrelease/core/src/advice/lateness/lateness.ts';
import fc from 'fast-check';
import { readToldEvidence } from './told-evidence.ts';

const of = <Value>(value: Value) => ({ value, from: 'Jamf Pro', day: '2026-11-18' });

test('what a service told is read back as it was written', () => {
	const told: LateEvidence = {
		contact: of('2026-11-18'),
		token_escrowed: of(false),
		install_state: of('failed'),
		pending: of({ version: '26.7', date: null }),
		failure: of({ count: 3, text: 'x', at: '2026-11-17' }),
		last_report: of(null),
		enforcement: of(null),
		findings: [of({ reason: 'no-space', strength: 'strong', word: 'NO_DISK_SPACE', version: null })],
	};
	expect(readToldEvidence(JSON.stringify(told))).toEqual(told);
});

test('what is not of the right form is left out: anybody may have written the file', () => {
	const texts = [
		'',
		'x',
		'null',
		'[]',
		'5',
		'{"contact": 5}',
		'{"contact": {"value": "soon", "from": "a", "day": null}}',
		'{"token_escrowed": {"value": "no", "from": "a", "day": null}}',
		'{"enforcement": {"value": {"active": true}, "from": "a", "day": null}}',
		'{"findings": [{"value": {"reason": "a new one"}, "from": "a", "day": null}]}',
		'{"__proto__": {"contact": 1}}',
		'{"free_gb": {"value": -1, "from": "a", "day": null}}',
	];
	for (const text of texts) expect(readToldEvidence(text)).toEqual({});
	const long = readToldEvidence(
		JSON.stringify({ install_state: of(`\u0007/Users/anna/${'x'.repeat(500)}`) }),
	);
	expect(long.install_state!.value).toBe('/Users/…');
});

test('any text gives evidence that the table of reasons can use', () => {
	fc.assert(
		fc.property(fc.json(), fc.constantFrom('contact', 'failure', 'pending', 'enforcement'), (json, name) => {
			const evidence = readToldEvidence(`{"${name}": {"value": ${json}, "from": "a", "day": null}}`);
			const mac = { asOf: '2026-11-19', version: '26.6', target: '26.7', released: '2026-11-02' };
			expect(latenessOf({ ...mac, deadline: null, isBlocked: false, evidence }).sentence.length).toBeLessThan(
				400,
			);
		}),
	);
});
