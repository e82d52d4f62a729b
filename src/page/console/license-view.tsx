import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { addressOf } from './address.ts';
import { LicenseActions } from './license-actions.tsx';
import { Status } from './licenses-view.tsx';
import { Day, Loaded, Spark, When } from './parts.tsx';
import type { LicenseRecord } from './records.ts';
import { useData, useMailOnItsWay } from './use-data.ts';

/** A license: what it is, what can be done with it, and what happened. */
export function LicenseView({ id }: { id: string }) {
	const read = useData<LicenseRecord>(`/licenses/${encodeURIComponent(id)}`);
	useMailOnItsWay(read.data?.mail, read.again);
	return (
		<>
			<p class="back">
				<a href={addressOf('licenses')}>All licenses</a>
			</p>
			<Loaded read={read}>
				{(license) => (
					<>
						<Head license={license} />
						<LicenseActions license={license} again={read.again} />
						<div class="columns">
							<Events license={license} />
							<Use license={license} />
						</div>
					</>
				)}
			</Loaded>
		</>
	);
}

function Head({ license }: { license: LicenseRecord }) {
	const { id, email, status, expires, note, order, replaces, replaced_by, forgotten } = license;
	const other = (other: string) => <a href={addressOf('licenses', other)}>{other}</a>;
	return (
		<header class="license-head">
			<p class="eyebrow">License {id}</p>
			<h1 class="address">{forgotten ? 'Forgotten person' : email}</h1>
			<p class="license-state">
				<Status status={status} />{' '}
				{license.revoked !== null ? (
					<>
						since <When moment={license.revoked} />
					</>
				) : expires === null ? (
					'no end'
				) : (
					<>
						{status === 'expired' ? 'ended on ' : 'until '}
						<Day day={expires} none="" />
					</>
				)}
			</p>
			<dl class="pairs">
				<Pair name="Order" value={order} />
				<Pair name="Note" value={note} />
				{replaces !== null && (
					<div>
						<dt>Replaces</dt>
						<dd>{other(replaces)}</dd>
					</div>
				)}
				{replaced_by !== null && (
					<div>
						<dt>Replaced by</dt>
						<dd>{other(replaced_by)}</dd>
					</div>
				)}
				{!license.resendable && (
					<Pair name="Key" value="cannot be sent again: it is encrypted with a secret that is not set here" />
				)}
			</dl>
		</header>
	);
}

function Pair({ name, value }: { name: string; value: string | null }) {
	if (value === null) return null;
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	);
}

function Use({ license: { usage, requests_30_days, last_use } }: { license: LicenseRecord }) {
	return (
		<section class="card">
			<h2>Use</h2>
			<Spark days={usage.map(({ requests }) => requests)} />
			<p>
				{groupedCount(requests_30_days, 'request')} in the last 30 days
				{last_use !== null && `, the last on ${inWords(last_use)}`}.
			</p>
		</section>
	);
}

interface Happened {
	readonly at: string;
	readonly key: string;
	readonly words: string;
	readonly note: string;
}

/** The audit log, the mails with the server's answer, and the orders, the newest first. */
function Events({ license }: { license: LicenseRecord }) {
	const events: Happened[] = [
		...license.audit.map(({ number, moment, who, what, why }) => ({
			at: moment,
			key: `audit ${number}`,
			words: `${changeWords[what] ?? what} by ${who}`,
			note: why,
		})),
		...license.mail.map(({ id, occasion, words, queued }) => ({
			at: queued,
			key: `mail ${id}`,
			words: `Mail: ${occasionWords(occasion)}`,
			note: words,
		})),
		...license.orders.map(({ order, provider, state, reason, product, created }) => ({
			at: created,
			key: `order ${order}`,
			words: `Order ${order} (${provider}): ${state}`,
			note: [product, reason].filter((part) => part !== null).join(', '),
		})),
	].toSorted((a, b) => (a.at < b.at ? 1 : -1));
	return (
		<section class="card">
			<h2>What happened</h2>
			<ol class="events">
				{events.map(({ at, key, words, note }) => (
					<li key={key}>
						<p>
							<strong>{words}</strong>{' '}
							<span class="note">
								<When moment={at} />
							</span>
						</p>
						{note !== '' && <p class="note">{note}</p>}
					</li>
				))}
			</ol>
		</section>
	);
}

const changeWords: Readonly<Record<string, string>> = {
	issue: 'Issued',
	import: 'Imported',
	resend: 'Key sent again',
	revoke: 'Revoked',
	restore: 'Restored',
	renew: 'Last day changed',
	'change-email': 'Address changed',
	rotate: 'Key replaced',
	forget: 'Person forgotten',
	feed: 'Feed address changed',
	remind: 'Reminders changed',
	mail: 'Mail settled',
	order: 'Order',
};

/** Why a mail was sent, in words. */
export function occasionWords(occasion: string): string {
	if (occasion.startsWith('ends-on-')) return `reminder of its end on ${inWords(occasion.slice(8))}`;
	return occasions[occasion] ?? occasion;
}

const occasions: Readonly<Record<string, string>> = {
	issued: 'the key',
	resent: 'the key, sent again',
	lost: 'the keys, asked for as lost',
	renewed: 'it was renewed',
	'address-changed': 'its address changed',
	'address-left': 'to the address before, that it changed',
	held: 'to you, that an order is held',
	daily: 'to you, with what waits for you',
};
