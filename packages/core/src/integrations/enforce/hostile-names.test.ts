import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { day } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { policyOf } from '../../advice/policy/policy.ts';
import type { Board, Catalog } from '../../catalog/catalog.ts';

/** Any texts, among them those that end a string, line, comment, query or document in some format. */
const text = fc.oneof(
	fc.constantFrom(
		'"',
		"'",
		"'); DROP TABLE system_info; --",
		'\n---\nname: other',
		'a: b\n  c: d',
		'# no comment',
		'\u2028\u2029\u0085\ufeff',
		'$FLEET_SECRET_KEY \\$x',
		'{{ x }} &a *a !!binary |',
		'\\',
		'yes',
		'</script>',
		'../../etc',
		'*/',
	),
	fc.string({ unit: 'binary', maxLength: 12 }),
	fc.string({
		unit: fc.integer({ min: 0x7f, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
		maxLength: 4,
	}),
);

const texts = fc.uniqueArray(text, { minLength: 3, maxLength: 3 });
const runs = { numRuns: sized(12, 2_000) };

/** A catalog with three Macs of these models and IDs, whose target has this article. */
function catalogWith(models: readonly string[], ids: readonly string[], article: string): Catalog {
	const boards = ['J293AP', 'J313AP', 'J413AP'].map((id, at): Board => {
		const board = shipped.boards.get(id)!;
		return { ...board, id: ids[at]!, identifiers: [ids[at]!], modelIdentifiers: [models[at]!] };
	});
	const lists = new Map(shipped.security.lists);
	lists.set('26.7.2', { ...lists.get('26.7.2')!, article });
	return {
		...shipped,
		boards: new Map(boards.map((board) => [board.id, board])),
		security: { ...shipped.security, lists },
	};
}

const named = (name: string) => policyOf(day, { behind: 1, graceDays: 14 }, name);

test('no name breaks out of the JSON of a declaration', () => {
	fc.assert(
		fc.property(text, texts, texts, text, (name, models, ids, article) => {
			const files = enforcementFiles(catalogWith(models, ids, article), named(name), 'ddm');
			const { policy, groups } = JSON.parse(files[0].body);
			// Macs on 27 are asked for 27.2, and others for 26.7.2.
			expect([policy, groups.length, files.length]).toEqual([name, 2, 2]);
			expect(groups[1].board_ids).toEqual(ids.toSorted(byCodeUnit));
			expect(groups[1].model_identifiers).toEqual(models.toSorted(byCodeUnit));
			expect(files[1]!.name).toBe('macos-26.json');
			expect(JSON.parse(files[1]!.body)).toEqual(groups[1].declaration);
			const { Identifier: identifier } = groups[1].declaration;
			expect(Buffer.byteLength(identifier)).toBeLessThanOrEqual(64);
			const whole = `org.pointrelease.${name}.macos-26`;
			if (Buffer.byteLength(whole) <= 64) expect(identifier).toBe(whole);
			expect(groups[1].declaration.Payload.DetailsURL).toEndWith(article);
		}),
		runs,
	);
});

test('no name breaks out of the JSON of Nudge', () => {
	fc.assert(
		fc.property(text, texts, text, (name, models, article) => {
			const files = enforcementFiles(catalogWith(models, models, article), named(name), 'nudge');
			expect(files.map((file) => file.name)).toEqual([
				'nudge.json',
				'nudge-macos-26.json',
				'not-covered.json',
			]);
			const [requirement] = JSON.parse(files[1]!.body).osVersionRequirements;
			expect(requirement.aboutUpdateURL).toEndWith(article);
			expect(requirement.requiredMinimumOSVersion).toBe('26.7.2');
		}),
		runs,
	);
});

test('no name breaks out of the YAML of Fleet, or becomes a variable there', () => {
	fc.assert(
		fc.property(text, texts, (name, models) => {
			const files = enforcementFiles(catalogWith(models, models, ''), named(name), 'fleet');
			for (const { body } of files.filter(({ type }) => type === 'application/yaml')) {
				const [document, ...others] = parseAllDocuments(body, { strict: true, uniqueKeys: true });
				expect([document!.errors, document!.warnings, others.length]).toEqual([[], [], 0]);
				expect(body).not.toContain('$');
			}
			const [whole, , , control, declaration] = files;
			const { labels, policies, controls } = parse(whole.body);
			expect(Object.keys(parse(whole.body))).toEqual(['labels', 'policies', 'controls']);
			expect([labels.length, policies.length]).toEqual([4, 2]);
			expect(labels[1].name).toBe(`pointrelease ${name} macos-26`);
			expect(policies[1].labels_include_any).toEqual([labels[1].name]);
			expect(parse(control!.body)).toEqual(controls);
			expect(controls.apple_settings.configuration_profiles).toEqual([
				{ path: './macos-27.json', labels_include_any: [labels[2].name] },
				{ path: './macos-26.json', labels_include_any: [labels[3].name] },
			]);
			expect(Object.keys(JSON.parse(declaration!.body))).toEqual(['Type', 'Identifier', 'Payload']);
		}),
		runs,
	);
});

test('no model breaks out of the SQL of Fleet', () => {
	const database = new Database(':memory:');
	database.run('CREATE TABLE system_info (hardware_model TEXT)');
	database.run('CREATE TABLE os_version (major INTEGER, minor INTEGER, patch INTEGER)');
	database.run('INSERT INTO os_version VALUES (26, 7, 1)');
	const set = (model: string) => {
		database.run('DELETE FROM system_info');
		database.run('INSERT INTO system_info VALUES (?)', [model]);
	};
	const isSound = (model: string) => !model.includes('\0') && model.isWellFormed();
	fc.assert(
		fc.property(
			texts.filter((models) => models.every(isSound)),
			text.filter(isSound),
			(models, otherModel) => {
				const [whole] = enforcementFiles(catalogWith(models, models, ''), named('standard'), 'fleet');
				const { labels, policies } = parse(whole.body);
				for (const model of [...models, otherModel]) {
					set(model);
					const isKnown = models.includes(model);
					const rows = (query: string) => database.query(query).all().length;
					const results = [labels[1], labels[3], policies[1]].map(({ query }) => rows(query));
					expect([model, ...results]).toEqual([model, ...(isKnown ? [1, 1, 0] : [0, 0, 1])]);
				}
			},
		),
		runs,
	);
});

function byCodeUnit(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
