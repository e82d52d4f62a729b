import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { addressOf } from './address.ts';
import { occasionWords } from './license-view.tsx';
import { useAction } from './notice.tsx';
import { Loaded, ViewHead, When, WriteButton } from './parts.tsx';
import type { ChannelRecord, MailAndChannels, MessageRecord, OpenMail } from './records.ts';
import { useData, useMailOnItsWay } from './use-data.ts';

/** Mail that did not arrive, and the channels of the watch. */
export function MailView() {
	const read = useData<MailAndChannels>('/mail');
	useMailOnItsWay(read.data?.mails, read.again);
	return (
		<>
			<ViewHead title="Mail and channels">
				<TestMail read={read} />
			</ViewHead>
			<Loaded read={read}>
				{(mail) => (
					<>
						{mail.held !== null && <p class="band exposed">{mail.held}</p>}
						<section aria-label="Mail that did not arrive">
							<h2>Mail that did not arrive</h2>
							<p class="note">Mail goes to {mail.place}.</p>
							{mail.mails.length === 0 ? (
								<p class="band current">Every mail was delivered.</p>
							) : (
								<ul class="todo">
									{mail.mails.map((each) => (
										<Mail key={each.id} mail={each} again={read.again} />
									))}
								</ul>
							)}
							{mail.more > 0 && <p class="note">There are more. They appear as these are settled.</p>}
						</section>
						<Channels mail={mail} again={read.again} />
						<Messages messages={mail.messages} />
					</>
				)}
			</Loaded>
		</>
	);
}

function TestMail({ read: { data } }: { read: { data: MailAndChannels | null } }) {
	const { isBusy, send } = useAction();
	if (data === null || data.operator === null) return null;
	return (
		<WriteButton
			isBusy={isBusy}
			onClick={() =>
				void send<{ place: string; sent: boolean }>(
					'/mail/test',
					{},
					{
						words: ({ place, sent }) =>
							sent
								? `A test mail to ${data.operator} was accepted by ${place}.`
								: `The test mail is a file: ${place}.`,
					},
				)
			}
		>
			Send a test mail
		</WriteButton>
	);
}

const states: Readonly<Record<OpenMail['state'], readonly [look: string, words: string]>> = {
	sent: ['current', 'Sent'],
	waiting: ['ended', 'Waiting'],
	refused: ['behind', 'Refused'],
	'given-up': ['exposed', 'Given up'],
	unknown: ['behind', 'Unknown'],
	written: ['ended', 'Only a file'],
};

function Mail({ mail, again }: { mail: OpenMail; again(): Promise<void> }) {
	const { isBusy, send } = useAction();
	const { id, kind, about, email, occasion, state, words, queued } = mail;
	const [look, title] = states[state];
	const hasKey = kind === 'license';
	return (
		<li class="card entry">
			<div>
				<p class="eyebrow">
					<span class={`state ${look}`}>{title}</span> · <When moment={queued} />
				</p>
				<p class="what address">
					{email ?? 'To you'}: {occasionWords(occasion)}
				</p>
				<p class="note">{words}</p>
			</div>
			<div class="actions">
				{hasKey && state !== 'waiting' && (
					<WriteButton
						look="primary"
						isBusy={isBusy}
						label={`Send again to ${email}`}
						onClick={() =>
							void send(
								`/licenses/${about}/resend`,
								{},
								{ words: `The key is on its way to ${email}.`, after: again },
							)
						}
					>
						Send again
					</WriteButton>
				)}
				{state === 'unknown' && (
					<WriteButton
						isBusy={isBusy}
						onClick={() =>
							void send(`/mail/${id}/settle`, {}, { words: 'It counts as delivered.', after: again })
						}
					>
						It arrived
					</WriteButton>
				)}
				{kind.startsWith('license') && (
					<a class="button" href={addressOf('licenses', about)}>
						Open the license
					</a>
				)}
				{kind === 'order-held' && (
					<a class="button" href={addressOf('orders', about)}>
						Open the order
					</a>
				)}
			</div>
		</li>
	);
}

function Channels({ mail, again }: { mail: MailAndChannels; again(): Promise<void> }) {
	return (
		<section>
			<h2>Channels of the watch</h2>
			{mail.channels.length === 0 ? (
				<p class="note">No watch with channels has run here.</p>
			) : (
				<ul class="todo">
					{mail.channels.map((channel) => (
						<Channel key={channel.name} channel={channel} canTest={mail.tests_channels} again={again} />
					))}
				</ul>
			)}
		</section>
	);
}

interface ChannelProps {
	channel: ChannelRecord;
	canTest: boolean;
	again(): Promise<void>;
}

function Channel({ channel, canTest, again }: ChannelProps) {
	const { isBusy, send } = useAction();
	const { name, kind, paused, problem, last_sent, waiting, written, unknown, failed } = channel;
	const path = `/channels/${encodeURIComponent(name)}`;
	const open = written + unknown + failed;
	const counts = [
		[failed, 'given up'],
		[unknown, 'may not have arrived'],
		[written, 'only written to files'],
		[waiting, 'waiting'],
	] as const;
	const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
	const isBad = paused !== null || failed + unknown + written > 0;
	return (
		<li class="card entry">
			<div>
				<p class="eyebrow">{kind}</p>
				<h3>{name}</h3>
				<p>
					<span class={`state ${isBad ? 'exposed' : 'current'}`}>
						{paused !== null ? 'Paused' : isBad ? 'Not delivered' : 'Works'}
					</span>{' '}
					<span class="note">
						Last message: <When moment={last_sent} />
						{told.length > 0 && `; ${told.join(', ')}`}
					</span>
				</p>
				{problem !== null && <p class="note">{problem}</p>}
			</div>
			<div class="actions">
				{open > 0 && (
					<WriteButton
						isBusy={isBusy}
						onClick={() =>
							void send<{ settled: string[] }>(
								`${path}/settle`,
								{},
								{
									words: ({ settled }) => `${counted(settled.length, 'message')} settled.`,
									after: again,
								},
							)
						}
					>
						Settle {counted(open, 'message')}
					</WriteButton>
				)}
				{canTest && (
					<WriteButton
						isBusy={isBusy}
						label={`Test ${name}`}
						onClick={() =>
							void send<{ sent: boolean; place: string; advice: string }>(
								`${path}/test`,
								{},
								{
									words: ({ sent, place, advice }) =>
										sent
											? `${place} accepted the test message. ${advice}`
											: `The test message is a file: ${place}.`,
									after: again,
								},
							)
						}
					>
						Test
					</WriteButton>
				)}
			</div>
		</li>
	);
}

/** What was told lately, and what did not arrive. */
export function Messages({ messages }: { messages: readonly MessageRecord[] }) {
	if (messages.length === 0) return null;
	return (
		<section class="card">
			<h2>Messages of the watch</h2>
			<ul class="rows">
				{messages.map(({ channel, title, state, problem, queued, open }) => (
					<li key={`${channel} ${title} ${queued}`}>
						<span>
							{title}
							<br />
							<span class="note">
								{channel}, <When moment={queued} />
								{state !== 'sent' && problem !== null && `: ${problem}`}
							</span>
						</span>
						<span class={`state ${state === 'sent' ? 'current' : open ? 'exposed' : 'ended'}`}>
							{state === 'sent' ? 'Sent' : open ? capital(state) : `${capital(state)}, settled`}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
