import { useState } from 'preact/hooks';
import { Command } from '../parts/copy-line.tsx';
import { storedKey } from '../service/key.ts';
import { timeLimit } from '../service/service.ts';
import { useLatest } from '../service/use-read.ts';
import type { ListedOperation, Parameter } from './description.ts';

/** Longer answers are cut, because a browser takes seconds to lay them out. */
const longestShown = 20_000;

interface TryOperationProps {
	listed: ListedOperation;
	parameters: readonly Parameter[];
}

/** Sends the operation with the stored key, and shows the answer. Operations other than GET are shown as a command only. */
export function TryOperation({ listed, parameters }: TryOperationProps) {
	const { path, method, operation } = listed;
	const [values, setValues] = useState<Record<string, string>>({});
	const [answer, setAnswer] = useState<{ status: string; text: string } | null>(null);
	const [isStale, setStale] = useState(false);
	const begin = useLatest();
	const send = async (event: Event) => {
		event.preventDefault();
		const key = storedKey();
		const isLatest = begin();
		setStale(true);
		const show = (status: string, text: string) => {
			if (!isLatest()) return;
			setAnswer({ status, text });
			setStale(false);
		};
		try {
			const response = await fetch(addressOf(path, parameters, values), {
				headers: key === null ? {} : { Authorization: key },
				cache: 'no-cache',
				signal: timeLimit(),
			});
			const text = await response.text();
			show(`${response.status} ${response.statusText}`.trim(), shown(text));
		} catch {
			show('The service cannot be reached', '');
		}
	};
	const command = <Command text={curlOf(listed, parameters, values)} />;
	if (method !== 'GET') return command;
	return (
		<form class="policy try" onSubmit={send}>
			{parameters.map((parameter) => (
				<label key={parameter.name}>
					<span>{parameter.name}</span>
					<input
						name={parameter.name}
						value={values[parameter.name] ?? ''}
						placeholder={exampleOf(parameter)}
						autocomplete="off"
						spellcheck={false}
						required={parameter.required ?? false}
						onInput={(event) => setValues({ ...values, [parameter.name]: event.currentTarget.value })}
					/>
				</label>
			))}
			<button type="submit" class="primary">
				Send<span class="hidden"> {operation.summary}</span>
			</button>
			{command}
			<div class="try-answer" aria-live="polite" aria-busy={isStale}>
				{isStale && !answer && <p>Sending…</p>}
				{answer && (
					<>
						<p>
							<strong>{answer.status}</strong>
						</p>
						{answer.text !== '' && <pre tabIndex={0}>{answer.text}</pre>}
					</>
				)}
			</div>
		</form>
	);
}

/** The operation as a curl command with the typed values. Empty path parameters get their example. */
function curlOf(
	{ path, method, operation }: ListedOperation,
	parameters: readonly Parameter[],
	values: Record<string, string>,
): string {
	const filled = Object.fromEntries(
		parameters.map((parameter) => [
			parameter.name,
			values[parameter.name] || (parameter.required ? exampleOf(parameter) : ''),
		]),
	);
	const body = operation.requestBody ? ` -H 'Content-Type: application/json' --data @message.json` : '';
	return [
		'curl',
		...(method === 'GET' ? [] : [`-X ${method}`]),
		// `security: []` means that the operation needs no key.
		...(operation.security?.length === 0 ? [] : ['-H "Authorization: $KEY"']),
		`'${location.origin}${addressOf(path, parameters, filled).replaceAll("'", '%27')}'${body}`,
	].join(' ');
}

function addressOf(path: string, parameters: readonly Parameter[], values: Record<string, string>): string {
	const query = new URLSearchParams();
	let address = path;
	for (const { name, in: where } of parameters) {
		const value = values[name] ?? '';
		if (where === 'path')
			address = address.replace(`{${name}}`, encodeURIComponent(value).replaceAll('%3A', ':'));
		else if (value !== '') query.set(name, value);
	}
	return query.size === 0 ? address : `${address}?${query}`;
}

function exampleOf({ example, examples }: Parameter): string {
	const value = example ?? Object.values(examples ?? {})[0]?.value;
	return value === undefined ? '' : String(value);
}

function shown(text: string): string {
	let pretty = text;
	try {
		pretty = JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		// Not JSON, such as a CSV table or a feed.
	}
	return pretty.length > longestShown ? `${pretty.slice(0, longestShown)}\n…` : pretty;
}
