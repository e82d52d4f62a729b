import { useState } from 'preact/hooks';
import { IssuedKey, Preview, usePreview } from './issue-panel.tsx';
import { useAction, useDesk } from './notice.tsx';
import { Check, Field, Panel, WriteButton } from './parts.tsx';
import type { IssuedRecord, LicenseRecord, MailPreview } from './records.ts';
import { readData } from './service.ts';
import { useData } from './use-data.ts';

type Open = 'revoke' | 'day' | 'resend' | 'rotate' | 'address';

interface ActionsProps {
	license: LicenseRecord;
	again(): Promise<void>;
}

/** What can be done with a license. A change that can be taken back is made at once; others ask first. */
export function LicenseActions({ license, again }: ActionsProps) {
	const { mayWrite } = useDesk();
	const [open, setOpen] = useState<Open | null>(null);
	const { isBusy, send } = useAction();
	if (!mayWrite) return null;
	const path = (change: string) => `/licenses/${license.id}/${change}`;
	const close = () => setOpen(null);
	const toggle = (name: Open) => setOpen(open === name ? null : name);
	const { status, expires, replaced_by, forgotten } = license;
	const isReplaced = replaced_by !== null;
	const extend = (by: string, words: string) =>
		send(
			path('extend'),
			{ by },
			{
				words: `Extended by ${words}.`,
				...(canTakeBack(expires) && {
					undo: [path('extend'), { until: expires ?? 'never' }, 'The last day is what it was.'] as const,
				}),
				after: again,
			},
		);
	const restore = () =>
		send(
			path('restore'),
			{},
			{
				words: 'Restored: the same key works again.',
				undo: [path('revoke'), {}, 'Revoked again.'],
				after: again,
			},
		);
	return (
		<div class="license-actions">
			<div class="actions">
				{status === 'revoked' ? (
					<WriteButton look="primary" isBusy={isBusy} onClick={() => void restore()}>
						Undo the revocation
					</WriteButton>
				) : (
					<>
						{!isReplaced && expires !== null && (
							<>
								<WriteButton isBusy={isBusy} onClick={() => void extend('1m', 'a month')}>
									+1 month
								</WriteButton>
								<WriteButton isBusy={isBusy} onClick={() => void extend('1y', 'a year')}>
									+1 year
								</WriteButton>
							</>
						)}
						{!isReplaced && (
							<WriteButton expanded={open === 'day'} onClick={() => toggle('day')}>
								Set the last day
							</WriteButton>
						)}
						{status === 'active' && !forgotten && (
							<>
								<WriteButton expanded={open === 'resend'} onClick={() => toggle('resend')}>
									Send again
								</WriteButton>
								<WriteButton expanded={open === 'address'} onClick={() => toggle('address')}>
									Change address
								</WriteButton>
							</>
						)}
						{status === 'active' && !isReplaced && (
							<WriteButton expanded={open === 'rotate'} onClick={() => toggle('rotate')}>
								Replace the key
							</WriteButton>
						)}
						<WriteButton look="danger" expanded={open === 'revoke'} onClick={() => toggle('revoke')}>
							Revoke
						</WriteButton>
					</>
				)}
			</div>
			{open === 'revoke' && (
				<Revoke path={path('revoke')} undo={path('restore')} close={close} again={again} />
			)}
			{open === 'day' && <LastDay path={path('extend')} expires={expires} close={close} again={again} />}
			{open === 'resend' && <SendAgain license={license} path={path('')} close={close} again={again} />}
			{open === 'rotate' && <Rotate path={path('')} close={close} again={again} />}
			{open === 'address' && <Address license={license} path={path('address')} close={close} again={again} />}
		</div>
	);
}

/** A day that has passed cannot be set again. */
function canTakeBack(expires: string | null): boolean {
	return expires === null || expires >= new Date().toISOString().slice(0, 10);
}

interface ChangeProps {
	path: string;
	close(): void;
	again(): Promise<void>;
}

function Revoke({ path, undo, close, again }: ChangeProps & { undo: string }) {
	const [why, setWhy] = useState('');
	const { isBusy, send } = useAction();
	const revoke = () =>
		send(
			path,
			{ why },
			{
				words: 'Revoked: the key is refused everywhere within a second.',
				undo: [undo, {}, 'The key works again.'],
				after: async () => {
					close();
					await again();
				},
			},
		);
	return (
		<Panel
			title="Revoke this license?"
			send="Revoke"
			look="danger"
			isBusy={isBusy}
			close={close}
			onSend={() => void revoke()}
		>
			<p>Its key is refused everywhere within a second. You can undo this.</p>
			<Field label="Reason, for the audit log" value={why} set={setWhy} />
		</Panel>
	);
}

function LastDay({ path, expires, close, again }: ChangeProps & { expires: string | null }) {
	const [until, setUntil] = useState(expires ?? '');
	const [isOpen, setOpen] = useState(expires === null);
	const { isBusy, send } = useAction();
	const set = () =>
		send(
			path,
			{ until: isOpen ? 'never' : until },
			{
				words: isOpen ? 'It has no end now.' : 'The last day is set.',
				...(canTakeBack(expires) && {
					undo: [path, { until: expires ?? 'never' }, 'The last day is what it was.'] as const,
				}),
				after: async () => {
					close();
					await again();
				},
			},
		);
	return (
		<Panel title="Set the last day" send="Set" isBusy={isBusy} close={close} onSend={() => void set()}>
			{!isOpen && (
				<Field
					label="The last day on which the key works (UTC)"
					type="date"
					value={until}
					set={setUntil}
					min={new Date().toISOString().slice(0, 10)}
					required
				/>
			)}
			<Check label="No end" value={isOpen} set={setOpen} />
		</Panel>
	);
}

function SendAgain({ license, path, close, again }: ChangeProps & { license: LicenseRecord }) {
	const { isBusy, send } = useAction();
	const preview = useData<MailPreview>(`${path}mail`, readData);
	const resend = () =>
		send(
			`${path}resend`,
			{},
			{
				words: `The key is on its way to ${license.email}.`,
				after: async () => {
					close();
					await again();
				},
			},
		);
	return (
		<Panel title="Send the key again" send="Send" isBusy={isBusy} close={close} onSend={() => void resend()}>
			<Preview preview={{ mail: preview.data, trouble: preview.trouble }} />
		</Panel>
	);
}

function Rotate({ path, close, again }: ChangeProps) {
	const [days, setDays] = useState('14');
	const [mail, setMail] = useState(true);
	const [issued, setIssued] = useState<IssuedRecord | null>(null);
	const { isBusy, send } = useAction();
	const form = { overlap_days: Number(days) || 0, mail };
	const preview = usePreview(`${path}preview-rotate`, mail ? form : null);
	if (issued) return <IssuedKey issued={issued} isMailed={mail} close={close} />;
	const rotate = () =>
		send<IssuedRecord>(`${path}rotate`, form, {
			words: null,
			after: async (answer) => {
				setIssued(answer);
				await again();
			},
		});
	return (
		<Panel title="Replace the key" send="Replace" isBusy={isBusy} close={close} onSend={() => void rotate()}>
			<p>The new key is a license of its own. Both keys work until the old one ends.</p>
			<Field
				label="Days that the old key still works"
				type="number"
				value={days}
				set={setDays}
				hint="0 ends it at once"
				min="0"
			/>
			<Check label="Mail the new key to the customer" value={mail} set={setMail} />
			{mail && <Preview preview={preview} />}
		</Panel>
	);
}

function Address({ license, path, close, again }: ChangeProps & { license: LicenseRecord }) {
	const [email, setEmail] = useState('');
	const { isBusy, send } = useAction();
	const change = () =>
		send(
			path,
			{ email },
			{
				words: `Its address is ${email} now. Both addresses get a mail about it.`,
				undo: [path, { email: license.email }, 'It has its address back.'],
				after: async () => {
					close();
					await again();
				},
			},
		);
	return (
		<Panel
			title="Change the address"
			send="Change"
			isBusy={isBusy}
			close={close}
			onSend={() => void change()}
		>
			<p>
				Make sure that the new address belongs to the customer: anyone who reads mail there can have the key
				sent. Both addresses get a mail about the change.
			</p>
			<Field label="New email address" type="email" value={email} set={setEmail} required />
		</Panel>
	);
}
