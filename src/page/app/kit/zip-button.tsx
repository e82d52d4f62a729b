import { strToU8, zipSync } from 'fflate';
import type { ComponentChildren } from 'preact';
import type { KitFileRecord } from '../../../kit/kit-parts.ts';
import { useBriefWord } from '../parts/copy-line.tsx';
import { save, WaitingButton } from '../parts/table-parts.tsx';
import { askText } from '../service/service.ts';
import { zipPath, zipReadme } from './kit-names.ts';

interface ZipButtonProps {
	files: readonly KitFileRecord[];
	policy: string | null;
	/** The names of the files on the page, by path. */
	names: ReadonlyMap<string, string>;
	name: string;
	isStale: boolean;
	children: ComponentChildren;
}

/** Downloads files as one ZIP. If one file fails, there is no ZIP, because an incomplete kit is worse than none. */
export function ZipButton({ files, policy, names, name, isStale, children }: ZipButtonProps) {
	const [word, showWord] = useBriefWord();
	const download = async () => {
		const texts = await Promise.all(files.map(({ path }) => askText(path)));
		if (texts.includes(null)) return showWord('Not downloaded');
		const entries = files.map((file, at) => [zipPath(file), strToU8(texts[at]!)] as const);
		const readme = strToU8(zipReadme(files, policy, names));
		save(name, 'application/zip', [zipSync({ 'README.txt': readme, ...Object.fromEntries(entries) })]);
		showWord('Downloaded');
	};
	return (
		<>
			<WaitingButton isStale={isStale} onClick={() => void download()}>
				{word || children}
			</WaitingButton>
			<span class="hidden" aria-live="polite">
				{word}
			</span>
		</>
	);
}
