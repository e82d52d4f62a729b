import { groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import type { Connection, Pager } from './kind.ts';
import { Session, type SessionOptions, StatusFailure } from './session.ts';
import { whyQuestions } from './why/questions.ts';
import { missingRights, rightsOf } from './why/why.ts';

/** The result of asking a service for one page. */
interface Tested {
	readonly works: boolean;
	/** What the credentials lack; null if nothing is known to be missing. */
	readonly missing: string | null;
	/** What they may do beyond what is needed; null if nothing is known to be too wide. */
	readonly too_wide: string | null;
	readonly message: string;
}

/** Signs in and asks for one page. Nothing of it is stored. */
export async function testConnection(connection: Connection, options?: SessionOptions): Promise<Tested> {
	const { kind } = connection;
	const session = new Session(connection, options);
	try {
		const { rows, total } = await firstPage(session, kind.pager);
		const wide = (await kind.tooWide?.(session)) ?? null;
		const lacks = await missingFurther(session, connection);
		const questions = connection.why ? whyQuestions.get(kind.name) : undefined;
		const lacksForWhy = questions ? await missingRights(session, questions) : [];
		const needed = questions ? [kind.permission, ...rightsOf(questions)].join(', ') : kind.permission;
		const count =
			total === null ? `${groupedCount(rows, 'row')} on the first page` : groupedCount(total, 'row');
		return {
			works: true,
			missing: [...lacks.map(({ permission }) => permission), ...lacksForWhy].join('; ') || null,
			too_wide: wide,
			message: [
				`${kind.title} answers, with ${count}.`,
				...lacks.map(({ adds, why }) => `${adds} are not known: ${why}.`),
				...lacksForWhy.map((right) => `Why Macs are late is not known: the right *${right}* is missing.`),
				...(wide === null ? [] : [`Too wide: ${wide}. It needs only ${needed}.`]),
			].join(' '),
		};
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		const lacks = thrown instanceof StatusFailure && thrown.status === 403 ? kind.permission : null;
		return { works: false, missing: lacks, too_wide: null, message: `${thrown.message}.` };
	}
}

/** The further lists that the connection asks for and cannot read. A pull is whole without them. */
async function missingFurther(session: Session, connection: Connection) {
	const lacks: { adds: string; permission: string; why: string }[] = [];
	for (const { isAsked, pager, adds, permission } of connection.kind.furtherLists ?? []) {
		if (!isAsked(connection)) continue;
		try {
			await firstPage(session, pager, permission);
		} catch (thrown) {
			if (!(thrown instanceof Failure) || thrown.code === 'stopped') throw thrown;
			lacks.push({ adds, permission, why: thrown.message });
		}
	}
	return lacks;
}

async function firstPage(
	session: Session,
	pager: Pager,
	permission: string = session.connection.kind.permission,
): Promise<{ rows: number; total: number | null }> {
	const [first = '', ...others] = pager.alternatives ?? [''];
	for (const alternative of [first, ...others]) {
		try {
			const request = pager.request(
				{ page: 0, rows: 0, next: null },
				{ keep: [], alternative },
				session.connection,
			);
			const { rows, total } = await session.ask({ ...request, permission }, pager.read);
			return { rows: rows.length, total };
		} catch (thrown) {
			const isAbsent = thrown instanceof StatusFailure && thrown.status === 404;
			if (!isAbsent || alternative === [first, ...others].at(-1)) throw thrown;
		}
	}
	throw new Failure('pull-answer', 'there is no way to ask');
}
