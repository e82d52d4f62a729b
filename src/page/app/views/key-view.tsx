import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { forgottenKey, isMailedForm, readKey, storeKey } from '../service/key.ts';
import type { Outcome } from '../service/records.ts';
import { ask } from '../service/service.ts';
import { useTitle } from '../service/visit.ts';

/** Asks for the key, and stores it only if the service accepts it. */
export function KeyView({ refused, subject = '' }: { refused: string; subject?: string }) {
	useTitle(subject);
	const [text, setText] = useState('');
	const [outcome, setOutcome] = useState<Outcome<unknown> | null>(null);
	const field = useRef<HTMLInputElement>(null);
	const trying = useRef<string | null>(null);
	useEffect(() => field.current?.focus(), []);
	const submit = async (event: Event) => {
		event.preventDefault();
		if (text.trim() === '') return field.current?.focus();
		const key = readKey(text);
		if (trying.current === key) return;
		trying.current = key;
		setOutcome({ state: 'loading' });
		const tried = await ask('/releases', key);
		// A newer attempt with another key counts.
		if (trying.current !== key) return;
		trying.current = null;
		if (tried.state === 'ready') return storeKey(key);
		setOutcome(tried);
		// Select the refused key, so that the next one replaces it, but not if the person typed meanwhile.
		if (field.current?.value === text) field.current.select();
	};
	const message = messageOf(outcome, refused);
	const forgotten = forgottenKey();
	const note = noteOf(outcome, text);
	return (
		<section class="welcome">
			<p class="eyebrow">System 0.97 to today</p>
			<h1>
				{subject === '' ? 'What does this Mac run, and what comes next?' : `${subject}: sign in to see it`}
			</h1>
			<p class="lead">
				Every release of every Mac since 1984, with its date and its source. Enter your license key to sign
				in.
			</p>
			{forgotten !== null && (
				<p class="forgotten" role="status">
					The key was removed from this browser.{' '}
					<button type="button" onClick={() => storeKey(forgotten)}>
						Undo
					</button>
				</p>
			)}
			<form class="key" onSubmit={submit}>
				<label for="key">License key</label>
				<div class="key-line">
					<input
						ref={field}
						id="key"
						value={text}
						placeholder="XXXX-XXXX-XXXX-XXXX"
						autocomplete="off"
						autocapitalize="characters"
						spellcheck={false}
						aria-invalid={message !== ''}
						aria-describedby="key-note"
						onInput={(event) => setText(event.currentTarget.value)}
					/>
					<button type="submit" class="primary">
						Sign in
					</button>
				</div>
				<p id="key-note" class={message === '' ? 'note' : 'note wrong'} aria-live="polite">
					{message || note}
				</p>
				<p class="note">
					You get the key by mail from the operator of this service. Paste it as it is in the mail (base64),
					or decoded as XXXX-XXXX-XXXX-XXXX.
				</p>
				{isLostKeyOn() && (
					<p class="note">
						Lost your key? <a href="/lost-key">Have it sent again</a>
					</p>
				)}
			</form>
		</section>
	);
}

function noteOf(outcome: Outcome<unknown> | null, text: string): string {
	if (outcome?.state === 'loading') return 'Checking the key…';
	return isMailedForm(text)
		? 'This is the base64 form from the mail; it is decoded here.'
		: 'It stays in this browser and is sent only to this service.';
}

/** Whether the service has the lost-key page. */
function isLostKeyOn(): boolean {
	return document.querySelector('meta[name=lost-key]') !== null;
}

function messageOf(outcome: Outcome<unknown> | null, refused: string): string {
	switch (outcome?.state) {
		case undefined:
			return refused ? `This key is no longer accepted: ${refused}.` : '';
		case 'unreachable':
			return 'The service cannot be reached. Is it running, and are you online?';
		case 'refused':
			return `That key was not accepted: ${outcome.detail}.`;
		case 'busy':
			return `Too many requests. Try again in ${counted(outcome.seconds, 'second')}.`;
		case 'failed':
		case 'missing':
			return `The service could not check the key: ${outcome.detail}.`;
		default:
			return '';
	}
}
