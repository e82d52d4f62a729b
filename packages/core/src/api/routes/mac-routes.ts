import { boardId, brief, build, dayOfFacts, machine, searchTerms, version } from '../parameters.ts';
import { readBoard, readBoards } from '../reads/board.ts';
import { readBuild } from '../reads/builds.ts';
import { readMajors } from '../reads/majors.ts';
import {
	readReleaseBoards,
	readReleaseCves,
	readReleasesOfBoard,
	readReleasesOfMajor,
} from '../reads/releases.ts';
import { readSearch } from '../reads/search.ts';
import { read } from '../route.ts';

/** What Macs, releases and builds are, and how they are found. */
export const macRoutes = [
	read({
		path: '/boards',
		operationId: 'getBoards',
		summary: 'Every Mac',
		description:
			'Every Mac once, in code-point order of its board ID, with its names, identifiers and the major versions it runs.',
		query: dayOfFacts,
		answer: 'BoardList',
		examples: { boards: '/boards' },
		handler: readBoards,
	}),
	read({
		path: '/boards/{board_id}',
		operationId: 'getBoard',
		summary: 'What a board is',
		description:
			'Names, kind, model identifiers, introduction and other identifiers, and for each major version the first and latest release and their number.',
		parameters: { board_id: boardId },
		query: { machine, ...dayOfFacts },
		answer: 'Board',
		examples: { mac: '/boards/J313AP' },
		handler: readBoard,
	}),
	read({
		path: '/boards/{board_id}/releases',
		operationId: 'getReleasesOfBoard',
		summary: 'Every release a board runs',
		description: 'In version order, with date, builds, note, precision and sources.',
		parameters: { board_id: boardId },
		query: { machine, brief, ...dayOfFacts },
		answer: 'BoardReleases',
		examples: { macintoshPlus: '/boards/M0001A/releases' },
		handler: readReleasesOfBoard,
	}),
	read({
		path: '/releases',
		operationId: 'getMajors',
		summary: 'Every major version',
		description:
			'In version order, with first and latest release, number of releases and support; also the newest Macs and what changed in the last 31 days.',
		query: dayOfFacts,
		answer: 'MajorList',
		examples: { majors: '/releases?as_of=2026-11-01' },
		handler: readMajors,
	}),
	read({
		path: '/releases/{version}',
		operationId: 'getReleasesOfMajor',
		summary: 'Every release of a major version',
		description: 'In version order, on any board. A longer version answers for its major version.',
		parameters: { version },
		query: dayOfFacts,
		answer: 'MajorReleases',
		examples: { classic: '/releases/8.1' },
		handler: readReleasesOfMajor,
	}),
	read({
		path: '/releases/{version}/boards',
		operationId: 'getReleaseBoards',
		summary: 'The Macs that a release is for',
		description:
			'Every Mac that this very release was made for. A version of three components names a release; `10.15.0` is the first release of 10.15.',
		parameters: { version },
		query: dayOfFacts,
		answer: 'ReleaseBoards',
		examples: { classic: '/releases/3.4/boards' },
		handler: readReleaseBoards,
	}),
	read({
		path: '/releases/{version}/cves',
		operationId: 'getReleaseCves',
		summary: 'What one release fixes',
		description:
			"The CVEs that Apple lists for this release, known exploited vulnerabilities first, with Apple's article. Nothing is known about releases before 11.",
		parameters: { version },
		query: dayOfFacts,
		answer: 'ReleaseCves',
		examples: { one: '/releases/26.7.1/cves' },
		handler: readReleaseCves,
	}),
	read({
		path: '/builds/{build}',
		operationId: 'getBuild',
		summary: 'What a build is',
		description:
			'Its release, day and kind, and the later updates inside that version that a Mac with this build is missing. `board_ids` are the boards it was made for, or null if not known. Letters match in any case.',
		parameters: { build },
		query: dayOfFacts,
		answer: 'BuildDetails',
		examples: { update: '/builds/12C3104', factory: '/builds/20A2411' },
		handler: readBuild,
	}),
	read({
		path: '/search',
		operationId: 'search',
		summary: 'Macs, releases, builds and CVEs by name',
		description:
			'By any part of a name, a board ID, a model identifier, the number on the case, a release, its name (`Sonoma`) or a build, in any order; every word must match. A question is split into its parts: `CVE-2025-43300 Mac mini 2018`, `macOS 15.3 on my MacBook Air M1`, `air m1 sequoia`, `latest Sonoma`, `26.7.2 build`, `which macs lost support this year`, `macOS on 1 July 2012`. Best first, each with its `kind` and with its `verdict` on what was asked; use `limit` and `offset` to page. If nothing is found, `suggestions` says what to search for instead.',
		query: { ...searchTerms, ...dayOfFacts },
		answer: 'SearchResults',
		examples: {
			found: '/search?q=M1%20Air',
			nothing: '/search?q=Quadrra',
			release: '/search?q=macOS%20Sonoma%2014.7.2',
		},
		handler: readSearch,
	}),
] as const;
