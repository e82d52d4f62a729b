import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from '../process.ts';

const document = ['enforce', 'declarations', 'fleetdm', 'nudge']
	.map((page) => readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8'))
	.join('\n');
const command = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-enforce-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The policies file comes first. A block of commands that is followed by a block of output is an example. */
const policies = /^```json\n([\s\S]*?)^```/m.exec(document)![1]!;
const examples = [
	...document.matchAll(/^```sh\n((?:(?!```)[^\n]*\n)*?)```\n\n```(?:text|json|yaml)\n([\s\S]*?)^```/gm),
].map(([, code, output]) => ({ code: code!, output: output! }));

test('the documents have an example of each format', () => {
	expect(examples.map(({ code }) => /--for (\w+)/.exec(code)![1])).toEqual(['ddm', 'ddm', 'fleet', 'nudge']);
});

test.each(examples)('the command prints what the document shows: $code', async ({ code, output }) => {
	writeFileSync(join(folder, 'policies.json'), policies);
	const child = Bun.spawn(
		['sh', '-c', code.replaceAll(/^pointrelease/gm, command).replace(/(--out \w+)$/m, '$1 >/dev/null')],
		{
			cwd: folder,
			env: environment({ POLICIES: 'policies.json', POINTRELEASE_STATE: join(folder, 'state') }),
			stdout: 'pipe',
			stderr: 'pipe',
		},
	);
	const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
	expect(stdout + stderr.replaceAll(/^notice: .*\n/gm, '')).toBe(output);
});
