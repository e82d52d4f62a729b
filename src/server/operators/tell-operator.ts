import { createHash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Channel, Mail } from '../../delivery/mail.ts';
import { reasons } from '../../learning/quarantine/quarantine.ts';
import { giveBack, type StoredItem, takeUntold } from '../../learning/quarantine/quarantine-store.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';

interface TellOptions {
	readonly database: Database;
	readonly delivery: Channel<Mail>;
	readonly log: Log;
	/** `OPERATOR_EMAIL` and `MAIL_FROM`. */
	readonly to: string;
	readonly from: string;
	readonly now?: () => Date;
}

/** How often a node checks for items that were not mailed yet, in milliseconds. */
const lookEvery = 30_000;

/** Mails the operator about data held for review. Each item is mailed once, by one of the nodes. */
export class OperatorMail {
	readonly #options: TellOptions;
	#timer: Timer | undefined;
	#telling: Promise<unknown> = Promise.resolve();
	#stopped = false;

	constructor(options: TellOptions) {
		this.#options = options;
	}

	start(pause = lookEvery): void {
		this.#timer = setTimeout(() => {
			// The gate logs that the database is away.
			this.#telling = this.tell()
				.catch(() => {})
				.finally(() => {
					if (!this.#stopped) this.start(pause);
				});
		}, pause);
	}

	/** Returns how many items were mailed; 0 if there were none or the mail could not be sent. */
	async tell(): Promise<number> {
		const { database, delivery, log, now = () => new Date() } = this.#options;
		const moment = now();
		const items = await takeUntold(database, moment.toISOString());
		if (items.length === 0) return 0;
		const mail = composeReview(items, this.#options, moment);
		try {
			await delivery.deliver(mail, `review-${items[0]!.id}`, async () => {});
			log.info('operator told of data held for review', { items: items.length });
			return items.length;
		} catch (thrown) {
			log.warn('operator not told of data held for review', { reason: reasonOf(thrown) });
			// Never send a mail twice that the server may have accepted.
			if (!(thrown instanceof Failure && thrown.code === 'mail-unknown')) await giveBack(database, items);
			return 0;
		}
	}

	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		this.#options.delivery.close();
		await this.#telling;
	}
}

const mostShown = 20;

function composeReview(items: readonly StoredItem[], { from, to }: TellOptions, date: Date): Mail {
	const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
	const digest = createHash('sha256')
		.update(items.map(({ id }) => id).join())
		.digest('hex');
	const shown = items
		.slice(0, mostShown)
		.flatMap(({ id, reason, detail, firstSeen }) => [
			`${id}  since ${firstSeen.slice(0, 16).replace('T', ' ')} UTC`,
			`    ${plain(detail)}`,
			`    Why: ${reasons[reason]}`,
			'',
		]);
	const more = items.length > mostShown ? [`and ${items.length - mostShown} more`, ''] : [];
	return {
		messageId: `<review-${digest.slice(0, 32)}@${domain}>`,
		from,
		to,
		subject:
			items.length === 1
				? `pointrelease: ${plain(items[0]!.subject).slice(0, 60)} is held for review`
				: `pointrelease: ${items.length} items are held for review`,
		date,
		text: [
			'New data is held for review. Answers do not use it until you decide:',
			'',
			...shown,
			...more,
			'List everything with: pointrelease data status',
			'Then: pointrelease data accept ID, or pointrelease data reject ID',
			'',
		].join('\n'),
	};
}

/** Plain ASCII, because the text of feeds may contain anything. */
function plain(text: string): string {
	return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300);
}
