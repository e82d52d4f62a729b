import { useEffect, useState } from 'preact/hooks';
import { addressOf } from './address.ts';
import { useAction } from './notice.tsx';
import { Check, CopyText, Field, Panel } from './parts.tsx';
import type { IssuedRecord, MailPreview } from './records.ts';
import { postData } from './service.ts';
import { troubleOf } from './use-data.ts';

/** Milliseconds without a key before the preview is made again. */
const typingPause = 300;

/** Issues a license. The mail is shown as it would be sent, while the form is filled in. */
export function IssuePanel({ close, done }: { close(): void; done(): void }) {
	const [email, setEmail] = useState('');
	const [expires, setExpires] = useState('');
	const [order, setOrder] = useState('');
	const [note, setNote] = useState('');
	const [mail, setMail] = useState(true);
	const [issued, setIssued] = useState<IssuedRecord | null>(null);
	const { isBusy, send } = useAction();
	const form = { email, expires, order, note, mail };
	const preview = usePreview('/licenses/preview', email.includes('@') ? form : null);
	if (issued) return <IssuedKey issued={issued} isMailed={mail} close={close} />;
	const issue = () =>
		send<IssuedRecord>('/licenses/issue', form, {
			words: null,
			after: (answer) => {
				setIssued(answer);
				done();
			},
		});
	return (
		<Panel
			title="Issue a license"
			send={mail ? 'Issue and mail the key' : 'Issue without mail'}
			isBusy={isBusy}
			close={close}
			onSend={() => void issue()}
		>
			<div class="fields">
				<Field label="Email address" type="email" value={email} set={setEmail} required />
				<Field label="Last day" type="date" value={expires} set={setExpires} hint="Empty: no end" />
				<Field
					label="Your order number"
					value={order}
					set={setOrder}
					hint="The same order never gets two keys"
				/>
				<Field label="Note for yourself" value={note} set={setNote} />
			</div>
			<Check label="Mail the key to the customer" value={mail} set={setMail} />
			{mail && <Preview preview={preview} />}
			{!mail && preview.trouble && <p class="wrong">{preview.trouble}</p>}
		</Panel>
	);
}

interface PreviewState {
	readonly mail: MailPreview | null;
	readonly trouble: string | null;
}

/** The mail of a form, made again while it is filled in; null asks for nothing. */
export function usePreview(path: string, form: object | null): PreviewState {
	const [state, setState] = useState<PreviewState>({ mail: null, trouble: null });
	const text = form === null ? null : JSON.stringify(form);
	useEffect(() => {
		if (text === null) return setState({ mail: null, trouble: null });
		let current = true;
		const timer = setTimeout(async () => {
			try {
				const mail = await postData<MailPreview>(path, JSON.parse(text));
				if (current) setState({ mail, trouble: null });
			} catch (thrown) {
				if (current) setState({ mail: null, trouble: troubleOf(thrown) });
			}
		}, typingPause);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [path, text]);
	return state;
}

export function Preview({ preview: { mail, trouble } }: { preview: PreviewState }) {
	if (trouble !== null) return <p class="wrong">{trouble}</p>;
	if (mail === null) return null;
	return (
		<section class="mail-preview" aria-label="Preview of the mail" tabIndex={0}>
			<p>
				<strong>{mail.subject}</strong>
				<br />
				<span class="note">To {mail.to}</span>
			</p>
			<pre>{mail.text}</pre>
		</section>
	);
}

interface IssuedProps {
	issued: IssuedRecord;
	isMailed: boolean;
	close(): void;
}

/** A new key, which is shown this once. */
export function IssuedKey({ issued, isMailed, close }: IssuedProps) {
	const { id, email, key, encoded, known } = issued;
	return (
		<section class="panel" aria-label="The new license">
			<h2>{known ? `This order has the license ${id} already` : `License ${id} is issued`}</h2>
			<p>
				{known
					? 'Nothing was issued, and nothing was mailed. Its key can be sent again from its page.'
					: isMailed
						? `Its key is mailed to ${email}.`
						: `Nothing was mailed to ${email}.`}{' '}
				{key !== null && <strong>The key is shown only now.</strong>}
			</p>
			{key !== null && <CopyText label="Key" text={key} />}
			{encoded !== null && <CopyText label="As customers get it (base64)" text={encoded} />}
			<div class="actions">
				<a class="button primary" href={addressOf('licenses', id)}>
					Open the license
				</a>
				<button type="button" class="quiet" onClick={close}>
					Done
				</button>
			</div>
		</section>
	);
}
