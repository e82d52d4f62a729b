import { headOf, status200 } from './raw-answers.ts';

/** Text that runs a command if any shell ever evaluates it; the command is `ran` in the PATH of the attacked Mac. */
export const commands = [
	'$(ran)',
	'`ran`',
	'\x24{x:-$(ran)}',
	'";ran;"',
	"';ran;'",
	'\nran\n',
	'a[$(ran)]',
	'$((x[$(ran)]))',
	'|ran',
	'&ran&',
	'>ran',
	'\\$(ran)\\',
	'-e ran',
	'%n%s$(ran)',
	'*',
	'</result>$(ran)<result>',
];

/** An answer of a hostile service, or of somebody between: its head and its body. */
export interface HostileAnswer {
	readonly name: string;
	readonly head: string;
	readonly body: string;
	/** Nothing is sent. */
	readonly isSilent?: true;
}

const evil = commands.join(' ');
const oneLine = evil.replaceAll('\n', ' ');
const portal =
	'<!DOCTYPE html><html><head><title>Hotel</title></head><body><form action="http://portal.example/login">is_current=true\nboard_id=J293AP</form></body></html>';

/** Made from the answer that the real service gives. */
export function hostileAnswers(advice: string): readonly HostileAnswer[] {
	const ok = (name: string, body: string, head = status200): HostileAnswer => ({ name, head, body });
	const cut = (part: number) => advice.slice(0, Math.floor(advice.length * part));
	const withFact = (name: string, value: string) =>
		advice.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`);
	const problem = JSON.stringify({ detail: evil, code: 'board-unknown' });
	return [
		ok('nothing', ''),
		ok('a blank', ' \n'),
		ok('the page of a captive portal', portal, headOf('200 OK', 'Content-Type: text/html')),
		ok(
			'JSON in place of lines',
			'{"board_id":"J293AP","is_current":true}',
			headOf('200 OK', 'Content-Type: application/json'),
		),
		ok('cut JSON', '{"board_id":"J293AP","is_cur'),
		ok(
			'the right answer as the wrong type, cut in its first half',
			cut(0.4),
			headOf('200 OK', 'Content-Type: image/png'),
		),
		ok('the right answer, cut in its second half', cut(0.7)),
		ok('the right answer without its last byte', advice.slice(0, -1)),
		ok('the right answer without its last line', advice.replace(/[^\n]*\n$/, '')),
		ok('10 MB', advice + 'a=1\n'.repeat(2_500_000)),
		ok('10 MB in one line', `${advice}a=${'1'.repeat(10_000_000)}`),
		ok('commands as facts', `${advice}${commands.map((command, at) => `x${at}=${command}\n`).join('')}`),
		ok('a command as the name of a fact', `${advice}$(ran)=1\n`),
		ok('a command as a version', withFact('target_version', '$(ran)')),
		ok('a command as a day', withFact('deadline', '$(ran)')),
		ok('a command as a number', withFact('exploited_missing_count', 'a[$(ran)]')),
		ok('terminal sequences', `${advice}note=\x1b]0;ran\x07\x1b[2J\n`),
		ok('NUL', advice.replaceAll('=', '=\0')),
		ok('lines that end as on Windows', advice.replaceAll('\n', '\r\n')),
		ok(
			'commands in every header',
			'',
			headOf('500 $(ran)', `Retry-After: ${oneLine}`, `ETag: "${oneLine}"`, `Location: ${oneLine}`),
		),
		ok('a limit with a command', '', headOf('429 Too Many Requests', 'Retry-After: a[$(ran)]')),
		ok('a limit without an end', '', headOf('429 Too Many Requests', 'Retry-After: 99999999999999999999')),
		ok('a problem of commands', problem, headOf('404 Not Found', 'Content-Type: application/problem+json')),
		ok(
			'an ended license with commands',
			problem.replace('board-unknown', 'license-ended'),
			headOf('403 Forbidden'),
		),
		ok('another program of this host', 'It works!', headOf('200 OK', 'Content-Type: text/html')),
		ok('no content', '', headOf('204 No Content')),
		ok('a part', advice, headOf('206 Partial Content', 'Content-Range: bytes 0-9/10')),
		ok('nothing changed', '', headOf('304 Not Modified', 'ETag: "x"')),
		ok('a way to another host', '', headOf('302 Found', 'Location: http://evil.example/advice')),
		ok('a way to a file', '', headOf('307 Temporary Redirect', 'Location: file:///etc/passwd')),
		ok('a way with commands', '', headOf('308 Permanent Redirect', `Location: https://${oneLine}/`)),
		ok('a proxy that wants a password', portal, headOf('407 Proxy Authentication Required')),
		ok('a page that says network login is required', portal, headOf('511 Network Authentication Required')),
		ok('no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', ''),
		{ name: 'silence', head: '', body: '', isSilent: true },
	];
}

/** What the commands of a Mac may print, and files of settings may say: with text of a user or of firmware in it. */
export const hostileFacts: Readonly<Record<string, (text: string) => HostileMac>> = {
	'the board': (text) => ({ outputs: { target: `J293AP${text}\n` } }),
	'the model in the device tree': (text) => ({
		outputs: { target: undefined, ioreg: `"board-id" = <"Mac-${text}">\n"IOPlatformUUID" = "${text}"\n` },
	}),
	'the version': (text) => ({ outputs: { version: `14.7.2${text}\n` } }),
	'the build': (text) => ({ outputs: { build: `23H311${text}\n` } }),
	'the letter of a response': (text) => ({ outputs: { extra: `(a)${text}\n` } }),
	'the features of the processor': (text) => ({ outputs: { features: text } }),
	'the version of Safari': (text) => ({ defaults: text }),
	'the name of a policy': (text) => ({ settings: { policy: text } }),
	'the excluded releases': (text) => ({ settings: { exclude: text } }),
	'a number of days': (text) => ({ settings: { grace_days: `7${text}` } }),
	'the jitter': (text) => ({ settings: { jitter: text } }),
	'another Mac': (text) => ({ env: { POINTRELEASE_ITEM: `J293AP:14.7.2${text}` } }),
	'the day': (text) => ({ env: { POINTRELEASE_AS_OF: `2025-03-01${text}` } }),
};

interface HostileMac {
	readonly outputs?: Readonly<Record<string, string | undefined>>;
	/** What `defaults read` prints. */
	readonly defaults?: string;
	/** First lines of files of settings. */
	readonly settings?: Readonly<Record<string, string>>;
	readonly env?: Readonly<Record<string, string>>;
}
