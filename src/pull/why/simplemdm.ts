import type { LateEvidence } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { cleanFailure } from '@pointrelease/core/src/advice/lateness/failure-text.ts';
import { isRecord } from '../../process/json-file.ts';
import type { JsonRecord } from '../kind.ts';
import { memberAt, recordsAt, textAt } from '../record.ts';
import { type Asking, dayOfMoment, failureCount, localDay, type WhyQuestions } from './why.ts';

const pageSize = 100;
/** About 60 requests a minute are allowed, so this takes two minutes at most. */
const mostPages = 100;

/** The newest status report of each Mac in the logs, which is the only place that has the states of updates. */
export const simplemdmWhy: WhyQuestions = {
	ids: { id: 'id' },
	atOnce: 1,
	parts: [
		{
			right: 'Logs: read',
			test: () => ({ path: '/api/v1/logs?limit=1' }),
			async ask(asking) {
				const newest = new Map<string, { at: string; items: JsonRecord }>();
				let next: string | null = null;
				for (let page = 0; page < mostPages; page++) {
					const path: string = `/api/v1/logs?limit=${pageSize}${next === null ? '' : `&starting_after=${encodeURIComponent(next)}`}`;
					const { rows, hasMore } = await asking.service.ask({ path }, readPage);
					for (const row of rows) {
						const device = textAt(row, 'relationships.device.data.id');
						const at = textAt(row, 'attributes.at') ?? '';
						const items = reportIn(memberAt(row, 'attributes.metadata'));
						if (device === null || !items || at <= (newest.get(device)?.at ?? '')) continue;
						newest.set(device, { at, items });
					}
					const last: string | null = rows.length === 0 ? null : textAt(rows.at(-1), 'id');
					if (!hasMore || last === null || last === next) break;
					next = last;
				}
				for (const mac of asking.macs) {
					const report = newest.get(mac.ids.id ?? '');
					if (report) asking.tell(mac, evidenceIn(asking, report.items, dayOfMoment(report.at)));
				}
			},
		},
	],
};

function readPage(body: unknown): { readonly rows: readonly JsonRecord[]; readonly hasMore: boolean } {
	return { rows: recordsAt(body, 'data'), hasMore: memberAt(body, 'has_more') === true };
}

/** The status items of an entry, which may be JSON in a text; null if it is no status report on updates. */
function reportIn(metadata: unknown): JsonRecord | null {
	let content = metadata;
	if (typeof content === 'string')
		try {
			content = JSON.parse(content);
		} catch {
			return null;
		}
	for (const path of [
		'StatusItems.softwareupdate',
		'status_report.StatusItems.softwareupdate',
		'softwareupdate',
	]) {
		const items = memberAt(content, path);
		if (isRecord(items)) return items;
	}
	return null;
}

function evidenceIn(asking: Asking, items: JsonRecord, day: string | null): LateEvidence {
	const state = textAt(items, 'install-state');
	const version = textAt(items, 'pending-version.os-version');
	const count = failureCount(textAt(items, 'failure-reason.count') ?? '0');
	const text = textAt(items, 'failure-reason.reason');
	return {
		...(state !== null && { install_state: asking.stated(state.toLowerCase(), day) }),
		...(version !== null && {
			pending: asking.stated(
				{ version, date: localDay(memberAt(items, 'pending-version.target-local-date-time')) },
				day,
			),
		}),
		...(((count ?? 0) > 0 || text !== null) && {
			failure: asking.stated(
				{
					count,
					text: (text && cleanFailure(text)) || null,
					at: dayOfMoment(memberAt(items, 'failure-reason.timestamp')),
				},
				day,
			),
		}),
		...(day !== null && { last_report: asking.stated(day, day) }),
	};
}
