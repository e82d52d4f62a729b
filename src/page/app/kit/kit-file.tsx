import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { useState } from 'preact/hooks';
import type { KitFileRecord } from '../../../kit/kit-parts.ts';
import { useBriefWord, writeClipboard } from '../parts/copy-line.tsx';
import { save, WaitingButton } from '../parts/table-parts.tsx';
import { askText } from '../service/service.ts';
import type { Begin } from '../service/use-read.ts';

interface KitFileProps {
	file: KitFileRecord;
	/** The name of the downloaded file. */
	name: string;
	isStale: boolean;
	beginCopy: Begin;
}

/** A file of the kit. Its buttons do nothing while the files of another policy load (`isStale`). */
export function KitFile({ file, name, isStale, beginCopy }: KitFileProps) {
	const [word, showWord] = useBriefWord();
	/** The text of the file; null while it is not shown. */
	const [preview, setPreview] = useState<string | null>(null);
	const copy = async () => {
		const isLatest = beginCopy();
		const text = await askText(file.path);
		// Another file may have been copied while this one loaded: the clipboard keeps the last one chosen.
		if (!isLatest()) return;
		showWord(text !== null && (await writeClipboard(text)) ? 'Copied' : 'Not copied');
	};
	const download = async () => {
		const text = await askText(file.path);
		if (text !== null) save(name, file.type, [text]);
		showWord(text !== null ? 'Downloaded' : 'Not downloaded');
	};
	const show = async () => {
		if (preview !== null) return setPreview(null);
		const text = await askText(file.path);
		if (text === null) showWord('Not loaded');
		else setPreview(text);
	};
	return (
		<li>
			<div>
				<strong>{name}</strong>
				{file.what && <span>{file.what}</span>}
				<small>{grouped(file.bytes)} bytes</small>
			</div>
			<div class="kit-buttons">
				<WaitingButton
					isStale={isStale}
					onClick={show}
					label={`Preview ${name}`}
					isExpanded={preview !== null}
				>
					{word === 'Not loaded' ? word : 'Preview'}
				</WaitingButton>
				<WaitingButton isStale={isStale} onClick={copy} label={`Copy ${name}`}>
					{/copied$/i.test(word) ? word : 'Copy'}
				</WaitingButton>
				<WaitingButton isStale={isStale} onClick={download} label={`Download ${name}`}>
					{/downloaded$/i.test(word) ? word : 'Download'}
				</WaitingButton>
			</div>
			<span class="hidden" aria-live="polite">
				{word}
			</span>
			{preview !== null && (
				<section class="kit-preview" aria-label={`Content of ${name}`}>
					<pre tabIndex={0}>{preview}</pre>
					<small>
						SHA-256 <code>{file.sha256}</code>
					</small>
				</section>
			)}
		</li>
	);
}
