/** Text of the description as it was written: paragraphs, lists and code. Nothing in it becomes markup. */
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

/** What stands between backticks is code; emphasis is left out. */
function spans(text: string) {
	return text
		.replaceAll('**', '')
		.split('`')
		.map((part, at) => (at % 2 === 1 ? <code key={`${at}${part}`}>{part}</code> : part));
}
