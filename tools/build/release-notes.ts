/** The section of CHANGELOG.md about one version. */
interface VersionNotes {
	/** The text after the version in the heading: a day, or "unreleased". */
	readonly day: string;
	readonly text: string;
}

export function notesOf(changelog: string, version: string): VersionNotes | null {
	const parts = changelog.split(/^## /m).slice(1);
	const part = parts.find((text) => text.startsWith(`${version},`) || text.startsWith(`${version}\n`));
	if (part === undefined) return null;
	const end = part.indexOf('\n');
	return {
		day: part.slice(version.length, end).replace(/^,\s*/, '').trim(),
		text: part.slice(end + 1).trim(),
	};
}

interface ReleaseNotes {
	readonly version: string;
	readonly changelog: string;
	readonly files: readonly { readonly name: string; readonly what: string }[];
	/** The address of the documents of this version, such as https://github.com/OWNER/NAME/blob/v1.0.0. */
	readonly documents?: string | undefined;
}

/** The text of a release page. GitHub shows every line break, so each paragraph is one line. */
export function releaseNotes({ version, changelog, files, documents }: ReleaseNotes): string {
	const notes = notesOf(changelog, version);
	if (!notes) throw new Error(`CHANGELOG.md has no section "## ${version}, …"`);
	const text = notes.text.replaceAll(/(?<=\S)\n[ \t]+(?=[^\s*-])/g, ' ');
	const linked = documents ? text.replaceAll(/\]\((?!https?:|#)/g, `](${documents}/`) : text;
	const upgrading = documents ? `[UPGRADING.md](${documents}/UPGRADING.md)` : 'UPGRADING.md';
	return `${linked}

Before you upgrade, read ${upgrading}.

## Files

| file | for |
|---|---|
${files.map(({ name, what }) => `| \`${name}\` | ${what} |`).join('\n')}

Check a download with \`sha256sum --check --ignore-missing SHA256SUMS\` (macOS: \`shasum -a 256 --check --ignore-missing SHA256SUMS\`), and where it comes from with \`gh attestation verify FILE --repo OWNER/NAME\`. Then unpack it and install it:

\`\`\`sh
gunzip pointrelease-${version}-linux-x64.gz
sudo install -m 755 pointrelease-${version}-linux-x64 /usr/local/bin/pointrelease
\`\`\`

or, on Debian and Ubuntu: \`sudo apt install ./pointrelease_${version}_amd64.deb\`.
`;
}
