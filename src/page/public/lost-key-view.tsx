import { Mark } from '../app/parts/mark.tsx';
import { signIn } from './plain-parts.tsx';
import type { LostKeyState } from './renderer.ts';

/** The page that mails lost keys. It works without a script. */
export function LostKeyView({ title, state }: { title: string; state: LostKeyState }) {
	return (
		<>
			<a class="skip" href="#content">
				Skip to content
			</a>
			<header class="top">
				<div class="top-line">
					<a class="wordmark" href="/" title="pointrelease, start page">
						<Mark />
						<span>pointrelease</span>
					</a>
					{signIn()}
				</div>
			</header>
			<main id="content" tabIndex={-1}>
				<section class="welcome">
					<p class="eyebrow">License keys</p>
					<h1>{title}</h1>
					{state === 'sent' ? <Sent /> : <Form trouble={troubles[state]} />}
				</section>
			</main>
			<footer>
				<p>Every Mac from 1984 to today.</p>
			</footer>
		</>
	);
}

const troubles: Partial<Record<LostKeyState, string>> = {
	'not-an-address': 'This is not an email address. Enter one like name@example.com.',
	'too-many': 'Too many requests from your network. Try again in an hour.',
	'other-site': 'The form was sent from another site. Enter the address here.',
	unavailable: 'Your request could not be stored. Try again in a few minutes.',
};

function Form({ trouble }: { trouble: string | undefined }) {
	return (
		<>
			<p class="lead">
				Enter the email address that you paid with. All active license keys of this address are sent to it.
			</p>
			<form class="key" method="post" action="/lost-key">
				<label for="email">Email address</label>
				<div class="key-line">
					<input
						id="email"
						name="email"
						type="email"
						required
						maxLength={254}
						autocomplete="email"
						autocapitalize="off"
						spellcheck={false}
						aria-describedby="email-note"
						aria-invalid={trouble !== undefined}
					/>
					<button type="submit" class="primary">
						Send my keys
					</button>
				</div>
				<p id="email-note" class={trouble ? 'note wrong' : 'note'}>
					{trouble ?? 'Keys go only to the address of the license, at most three times a day.'}
				</p>
			</form>
		</>
	);
}

function Sent() {
	return (
		<>
			<p class="lead">
				If there is an active license for this address, a mail with its keys is on the way. It can take a few
				minutes.
			</p>
			<p>
				Nothing arrived? Look into the spam folder, and check which address you paid with. Expired and revoked
				keys are not sent, and an address gets at most three mails a day. If that does not help, ask the
				person or company that sold you the license.
			</p>
			<p>
				<a href="/lost-key">Try another address</a>
			</p>
		</>
	);
}
