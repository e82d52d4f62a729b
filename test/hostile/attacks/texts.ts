import { utf8 } from './attack.ts';

/** What attackers put where a name, a version or a day belongs, by what it tries. Other files encode it for their place. */
export const hostileTexts: Readonly<Record<string, string>> = {
	'another header': 'x\r\nX-Attack: 1\r\nSet-Cookie: attack=1\r\n\r\n<html>',
	'a line feed': 'x\nX-Attack: 1',
	NUL: 'J293AP\0.csv',
	'a terminal sequence': '\x1b]0;attack\x07\x1b[2J',
	__proto__: '__proto__',
	constructor: 'constructor',
	'toString:valueOf': 'toString:valueOf',
	'a script': '<script>attack()</script>',
	'an attribute': '"\'><img src=x onerror=attack()>',
	'a script as an address': 'javascript:attack()',
	'a way to a file': '../../../../../../etc/passwd',
	'a way to a file, encoded': '..%2f..%2f..%2f..%2fetc%2fpasswd',
	'a way to a file of Windows': '..\\..\\..\\windows\\win.ini',
	'a file of the service': '../sealing.key',
	'an address of a file': 'file:///etc/passwd',
	'an address of the cloud': 'http://169.254.169.254/latest/meta-data/',
	'another host': '//evil.example/%2e%2e',
	SQL: "' OR '1'='1'; DROP TABLE licenses; --",
	'SQL of PostgreSQL': '1;SELECT pg_sleep(9)--',
	'a command': '$(touch /tmp/attack)`touch /tmp/attack`;touch /tmp/attack|',
	'a template': '{{7*7}}\x24{7*7}<%=7*7%>#{7*7}',
	'a formula': "=cmd|' /C calc'!A0",
	'a regular expression': '(a+)+$[',
	'many of one letter': `${'a'.repeat(4_000)}!`,
	'a version without an end': '1.'.repeat(2_000),
	'a long number': '9'.repeat(400),
	'a negative number': '-99',
	'a number of floating point': '1e309',
	'not a number': 'NaN',
	'a hexadecimal number': '0x10',
	'digits of Arabic': utf8('١٤.٧'),
	'letters that look alike': utf8('Ｊ２９３ＡＰ'),
	'text from right to left': utf8('\u202e14.7.2\u202c\ufeff\u200b'),
	'a letter with 500 accents': utf8(`a${'\u0301'.repeat(500)}`),
	'half of a pair': '\xed\xa0\x80',
	'an overlong slash': '\xc0\xaf',
	'a day that is none': '2026-02-30',
	'a day of no calendar': '-000001-00-00',
	'a day too late': '9999-12-31',
	'a list': 'x[]=1,[],{}',
	null: 'null',
};

/** The text as a client writes it into a path or query: every byte that is not a letter or digit is percent-encoded. */
export function percentEncoded(text: string): string {
	return text.replace(/[^A-Za-z0-9]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The text as JSON of a client has it, short enough for the smallest body that any path takes. */
export function readable(text: string): string {
	return Buffer.from(text.slice(0, 150), 'latin1').toString('utf8');
}
