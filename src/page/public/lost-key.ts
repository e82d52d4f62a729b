import { type Html, html } from './html.ts';
import { mark } from './public-page.ts';

/** What the page about lost keys says. None of it depends on whose an address is. */
export type LostKeyState = 'form' | 'sent' | 'not-an-address' | 'too-many' | 'other-site' | 'unavailable';

/** The whole document: no script runs in it. */
export function lostKeyDocument(template: string, state: LostKeyState): string {
	const sent = state === 'sent';
	const title = sent ? 'Check your mail' : 'Lost your license key?';
	return template
		.replace(
			/<title>[^<]*<\/title>/,
			`<title>${title} · pointrelease</title><meta name="robots" content="noindex" />`,
		)
		.replace(
			/<meta\s+name="description"[^>]*>/,
			'<meta name="description" content="Have your license key sent again." />',
		)
		.replace(/\s*<script[^>]*><\/script>/g, '')
		.replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
		.replace(
			'<div id="page"></div>',
			() => `<div id="page">${frame(title, sent ? afterwards : form(state)).text}</div>`,
		)
		.replace(/<noscript>[\s\S]*<\/noscript>/, '');
}

function frame(title: string, body: Html): Html {
	return html`<a class="skip" href="#content">Skip to content</a>
<header class="top"><div class="top-line">
<a class="wordmark" href="/" title="pointrelease, start page">${mark}pointrelease</a>
<a class="quiet forget" href="/sign-in">Sign in</a>
</div></header>
<main id="content" tabindex="-1"><section class="welcome"><p class="eyebrow">License keys</p><h1>${title}</h1>${body}</section></main>
<footer><p>Every Mac from 1984 to today.</p></footer>`;
}

const troubles: Partial<Record<LostKeyState, string>> = {
	'not-an-address': 'This is not an email address. Enter one like name@example.com.',
	'too-many': 'Too many requests from your network. Try again in an hour.',
	'other-site': 'The form was sent from another site. Enter the address here.',
	unavailable: 'Your request could not be stored. Try again in a few minutes.',
};

function form(state: LostKeyState): Html {
	const trouble = troubles[state];
	return html`<p class="lead">Enter the email address that you paid with. All active license keys of this address are sent to it.</p>
<form class="key" method="post" action="/lost-key">
<label for="email">Email address</label>
<div class="key-line">
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autocapitalize="off" spellcheck="false" aria-describedby="email-note" aria-invalid="${trouble ? 'true' : 'false'}">
<button type="submit" class="primary">Send my keys</button>
</div>
<p id="email-note" class="${trouble ? 'note wrong' : 'note'}">${trouble ?? 'Keys go only to the address of the license, at most three times a day.'}</p>
</form>`;
}

const afterwards = html`<p class="lead">If there is an active license for this address, a mail with its keys is on the way. It can take a few minutes.</p>
<p>Nothing arrived? Look into the spam folder, and check which address you paid with. Expired and revoked keys are not sent, and an address
gets at most three mails a day. If that does not help, ask the person or company that sold you the license.</p>
<p><a href="/lost-key">Try another address</a></p>`;
