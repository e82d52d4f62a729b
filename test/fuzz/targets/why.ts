import { readToldEvidence } from '../../../src/fleet/inventory/told-evidence.ts';
import { Failure } from '../../../src/process/failure.ts';
import type { Service } from '../../../src/pull/kind.ts';
import { kinds } from '../../../src/pull/kinds.ts';
import { whyQuestions } from '../../../src/pull/why/questions.ts';
import { askWhy, idsOf, type WhyQuestions } from '../../../src/pull/why/why.ts';
import { askedKind, quietMacs, whyAnswers } from '../../pull/why-fakes.ts';
import { expectSound, type Target } from '../target.ts';
import { charactersOf, seenAt, textOf } from './world.ts';

/** Requests of one input: a service that gives the same page for ever is asked so often. */
const mostRequests = 200;

const texts = { report_id: '1', update_item: '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f' };

/** A service that answers each path by a function. */
function serviceOf(name: string, answer: (path: string) => unknown): Service {
	let requests = 0;
	const connection = {
		name: 'a',
		kind: kinds.get(name)!,
		api: 'https://a',
		login: 'https://a',
		authority: null,
		texts,
		secrets: {},
		why: true,
	};
	return {
		connection,
		now: Date.parse(seenAt),
		async ask(request, read) {
			if (++requests > mostRequests)
				throw new Failure('pull-answer', 'the service names more pages than any list has');
			return read(await answer(request.path));
		},
		token: async () => ({ header: '', lifetime: null }),
		isAllowed: async () => true,
		signIn: async () => ({ body: null, headers: new Headers() }),
	};
}

const macs = quietMacs(2);

/** The Macs that are asked about, as the list of the service has them. */
function lateRows(name: string, questions: WhyQuestions) {
	const { page } = askedKind(name, whyAnswers[name]!);
	const body = page({ rows: macs, start: 0, total: 2, size: 2, origin: 'https://a', countsPages: false });
	const { rows } = kinds.get(name)!.pager.read(body);
	return rows.map((record, line) => ({ ids: idsOf(record, questions), rank: 1, line }));
}

/** The answers of the fake service, by path without a query. */
async function answersOf(name: string, questions: WhyQuestions): Promise<string> {
	const answers: Record<string, unknown> = {};
	const service = serviceOf(name, async (path) => {
		const url = new URL(path, 'https://a');
		answers[url.pathname] ??= await whyAnswers[name]!(url, macs)?.json();
		return answers[url.pathname];
	});
	await askWhy(service, questions, lateRows(name, questions));
	return JSON.stringify(answers);
}

async function targetOf([name, questions]: [string, WhyQuestions]): Promise<Target> {
	const seed = await answersOf(name, questions);
	const rows = lateRows(name, questions);
	return {
		name: `why-${name}`,
		async read(bytes) {
			let answers: Record<string, unknown>;
			try {
				answers = JSON.parse(textOf(bytes)) ?? {};
			} catch {
				return 0;
			}
			const service = serviceOf(name, (path) => answers[new URL(path, 'https://a').pathname]);
			const { told, notes } = await askWhy(service, questions, rows);
			for (const evidence of told.values()) {
				const { findings = [], ...rest } = evidence;
				const again = readToldEvidence(JSON.stringify(evidence));
				const lost = Object.keys(rest).filter((member) => !(member in again));
				expectSound(lost.length === 0, `a statement that the report cannot read: ${lost}`);
				expectSound(
					findings.length === 0 || again.findings !== undefined,
					'findings that the report cannot read',
				);
			}
			return charactersOf([[...told], notes]);
		},
		seeds: () => [seed],
	};
}

export const targets: readonly Target[] = await Promise.all([...whyQuestions].map(targetOf));
