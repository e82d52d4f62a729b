import type { Finding } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { cleanFailure, failureKind } from '@pointrelease/core/src/advice/lateness/failure-text.ts';
import type { Connection } from '../kind.ts';
import { countAt, memberAt, recordsAt, textAt } from '../record.ts';
import { dayOfMoment, type WhyQuestions } from './why.ts';

const pageSize = 300;
/** More Macs than any tenant has. */
const mostPages = 1000;

const statusPath = ({ texts }: Connection, offset: number) =>
	`/api/v1/library/library-items/${texts.update_item}/status?limit=${pageSize}&offset=${offset}`;

/** The status of the library item that manages the OS: the texts are those of macOS. */
export const iruWhy: WhyQuestions = {
	ids: { id: 'device_id' },
	atOnce: 1,
	parts: [
		{
			right: 'Library item statuses',
			isAsked: ({ texts }) => texts.update_item !== undefined,
			test: (connection) => ({ path: statusPath(connection, 0) }),
			async ask(asking) {
				const byId = new Map(asking.macs.map((mac) => [mac.ids.id, mac]));
				for (let page = 0, rows = 0; page < mostPages; page++) {
					const path = statusPath(asking.service.connection, rows);
					const { results, total } = await asking.service.ask({ path }, (body) => ({
						results: recordsAt(body, 'results'),
						total: countAt(body, 'count'),
					}));
					for (const record of results) {
						const mac = byId.get(textAt(record, 'computer.id') ?? '');
						const finding = mac && findingOf(textAt(record, 'status'), textAt(record, 'log'));
						const day = dayOfMoment(memberAt(record, 'reported_at'));
						if (finding) asking.tell(mac, { findings: [asking.stated(finding, day)] });
					}
					rows += results.length;
					if (results.length === 0 || (total !== null && rows >= total)) break;
				}
			},
		},
	],
};

/** `PASS` and `PENDING` are no failures; other words are not documented, and count only with a text that is known. */
function findingOf(status: string | null, log: string | null): Finding | null {
	if (status === null || log === null || /^(?:PASS|PENDING)/i.test(status)) return null;
	const kind = failureKind(log);
	const isFailed = /^(?:FAIL|ERROR)/i.test(status);
	if (!kind && !isFailed) return null;
	return {
		reason: kind?.reason ?? 'failing',
		strength: kind?.strength ?? 'medium',
		word: cleanFailure(log),
		version: null,
	};
}
