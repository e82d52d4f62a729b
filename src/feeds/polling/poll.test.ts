import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Notes, shapeAfter } from './poll.ts';

const names = ['SupportedDevices', 'CVEs', 'Build'];
const present = fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()])));

test('a member is lost while a document lacks it and an earlier document of the same address had it', () => {
	fc.assert(
		fc.property(fc.array(present, { minLength: 1 }), (documents) => {
			let notes: Notes = { validators: {} };
			documents.forEach((document, at) => {
				notes = { ...notes, ...shapeAfter(notes, 'https://a.test', document) };
				const had = (name: string) => documents.slice(0, at).some((earlier) => earlier[name]);
				expect(notes.lost).toEqual(names.filter((name) => !document[name] && had(name)));
			});
			// Another address has members of its own, and an outage changes nothing.
			expect(shapeAfter(notes, 'https://b.test', { CVEs: false }).lost).toEqual([]);
			expect(shapeAfter(notes, 'https://a.test', undefined).lost).toEqual(notes.lost!);
		}),
	);
});
