import { useState } from 'preact/hooks';
import {
	type Description,
	type ListedOperation,
	membersOf,
	type Parameter,
	type ResponseOf,
	resolve,
	typeOf,
} from './description.ts';
import { TryOperation } from './try-operation.tsx';

interface OperationPartProps {
	description: Description;
	listed: ListedOperation;
	open: boolean;
}

/** One operation: a line that opens to its details. */
export function OperationPart({ description, listed, open }: OperationPartProps) {
	const { path, method, operation } = listed;
	const [shown, setShown] = useState(open);
	return (
		<details
			class="operation"
			id={operation.operationId}
			open={open}
			onToggle={(event) => {
				if (!event.currentTarget.open) return;
				setShown(true);
				history.replaceState(null, '', `#${operation.operationId}`);
			}}
		>
			<summary>
				<span class="method">{method}</span> <code>{path}</code> <span class="note">{operation.summary}</span>
			</summary>
			{shown && <Details description={description} listed={listed} />}
		</details>
	);
}

function Details({ description, listed }: Omit<OperationPartProps, 'open'>) {
	const { operation } = listed;
	const parameters = (operation.parameters ?? [])
		.map((part) => resolve<Parameter>(description, part))
		.filter((part) => part.in !== 'header');
	return (
		<div class="operation-body">
			{operation.description && <Prose text={operation.description} />}
			{parameters.length > 0 && (
				<dl class="parameters">
					{parameters.map((parameter) => (
						<div key={parameter.name}>
							<dt>
								<code>{parameter.name}</code> <span class="note">{typeOf(parameter.schema ?? {})}</span>
							</dt>
							<dd>{parameter.description && <Prose text={parameter.description} />}</dd>
						</div>
					))}
				</dl>
			)}
			<TryOperation listed={listed} parameters={parameters} />
			<Answers description={description} listed={listed} />
		</div>
	);
}

function Answers({ description, listed: { operation } }: Omit<OperationPartProps, 'open'>) {
	const statuses = Object.entries(operation.responses).map(
		([status, part]) => [status, resolve<ResponseOf>(description, part)] as const,
	);
	const [, good] = statuses.find(([status]) => status === '200') ?? [];
	const [type, content] = Object.entries(good?.content ?? {})[0] ?? [];
	const example = Object.values(content?.examples ?? {})[0]?.value;
	const members = content?.schema ? membersOf(description, content.schema) : [];
	return (
		<>
			{example !== undefined && (
				<>
					<h3>Example answer</h3>
					<pre tabIndex={0}>{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>
				</>
			)}
			{members.length > 0 && (
				<details class="members">
					<summary>
						{members.length} members of the answer ({type})
					</summary>
					<dl class="parameters">
						{members.map((member) => (
							<div key={member.name}>
								<dt>
									<code>{member.name}</code> <span class="note">{member.type}</span>
								</dt>
								<dd>{member.description && <Prose text={member.description} />}</dd>
							</div>
						))}
					</dl>
				</details>
			)}
			<p class="note">
				Status codes:{' '}
				{statuses.map(([status, { description: meaning }], at) => (
					<span key={status} title={meaning}>
						{at > 0 && ', '}
						{status}
					</span>
				))}
			</p>
		</>
	);
}

/** Draws a text of the description: paragraphs, lists and code. HTML in it stays text. */
export function Prose({ text }: { text: string }) {
	return (
		<>
			{text.split(/\n\n+/).map((block) => {
				const lines = block.split('\n');
				if (lines.every((line) => /^[-*] /.test(line)))
					return (
						<ul key={block} class="prose-list">
							{lines.map((line) => (
								<li key={line}>{spans(line.slice(2))}</li>
							))}
						</ul>
					);
				return <p key={block}>{spans(lines.join(' ').replace(/^#+ /, ''))}</p>;
			})}
		</>
	);
}

/** Text between backticks becomes code. Emphasis is dropped. */
function spans(text: string) {
	return text
		.replaceAll('**', '')
		.split('`')
		.map((part, at) => (at % 2 === 1 ? <code key={`${at}${part}`}>{part}</code> : part));
}
