// Generated from src/api/openapi.json by generate.ts. Do not edit.

export interface paths {
    "/items/{item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest release, next release, or majors of a board
         * @description The segment selects the operation:
         *
         *     - starts with a digit: the latest release of that major version, resolved with the canonical board of its era (a longer version answers for its major);
         *     - `BOARD:MAJOR`: the latest release of that major for the board (a two-part value counts as a major);
         *     - `BOARD:VERSION` with at least three components: the same, and the release right after the one given;
         *     - `BOARD`: every major version the board has ever supported.
         */
        get: operations["getItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{version}/board_ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Boards that support a version
         * @description Every board ID that supports the major of the given version.
         */
        get: operations["getBoardIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every Mac
         * @description Every Mac once, in code-point order of the board that stands for it, with its names, identifiers and the majors it runs.
         */
        get: operations["getBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/boards/{board_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a board is
         * @description Its names, kind, model identifiers, introduction, further names and T2 twin, and per major the first, the latest and the number of releases.
         */
        get: operations["getBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/boards/{board_id}/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every release a board runs
         * @description In version order, with date, builds, note, precision and sources.
         */
        get: operations["getReleasesOfBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every major version
         * @description In version order, with the first and the latest release, how many there are and how it is supported; and what is new: the newest Macs, and what changed in the last 31 days.
         */
        get: operations["getMajors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every release of a major
         * @description In version order, on any board. A longer version answers for its major.
         */
        get: operations["getReleasesOfMajor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases/{version}/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The Macs that a release is for
         * @description Every Mac that this very release was made for. A version of three components names a release; `10.15.0` is the first release of 10.15.
         */
        get: operations["getReleaseBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases/{version}/cves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one release fixes
         * @description The CVEs that the vendor states for this very release, exploited ones first, with the vendor's article. Of releases before 11 nothing is known.
         */
        get: operations["getReleaseCves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builds/{build}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a build is
         * @description Its release, day and kind, and what a Mac that has it misses inside that version: the later updates that left the version as it is. `board_ids` are the boards it was made for, null where no source tells. Letters match in any case.
         */
        get: operations["getBuild"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Macs, releases and builds by what they are called
         * @description By any part of a name, a board ID, a model identifier, the number on the case, a release, its name (`Sonoma`) or a build, in any order and spelling; every word must match. Best first, each with its `kind`; `limit` and `offset` page to the end. When nothing is found, `suggestions` holds what to type instead.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Many answers in one request
         * @description Up to 100 times `item`, each `BOARD:VERSION` as in `/advice/{board_version}`, with the same policy for all. Each has an outcome of its own: one that has no answer does not spoil the others.
         *
         *     With `Accept: application/x-ndjson` each outcome is a line.
         */
        get: operations["getAdvices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/advice/{board_version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a board that is on a version stands, and what to do
         * @description Whether the version is current, behind or on a major that has ended, what comes next, which fixes it misses, and what a policy asks for by when.
         *
         *     `version` may be any number: one that is newer than every known release, that no release has, or that was made for other boards gets the advice that is possible, and `version_standing` says which it is. A missing component counts as zero. `days_behind` counts from the day the next release came out.
         *
         *     A build may stand in place of the version (`J174AP:19H1217`) or beside it (`J174AP:10.15.7 (19H1217)`). Then updates that left the version as it is count too: `updates_behind` of them are missing, `is_current` and `standing` take them into account, and `days_behind` counts from the first.
         *
         *     The target is the newest release of the allowed major that is at least `defer_days` old and not excluded. The allowed major is `behind` majors back from the vendor's newest one on `as_of`, which counts once its first release is `defer_major_days` old; while the board has no release there that is old enough, the major before it counts. A board that runs nothing so new is asked for the latest of its own last major and never meets the policy (`blocked_by`); a board that runs only newer majors stays on its first one and meets it with anything.
         *
         *     A parameter that is given wins over the named `policy`. Without any of them nothing is asked for: `meets_policy`, `deadline` and `blocked_by` are null.
         *
         *     With `Accept: text/plain` the same comes as `key=value` lines without the summary; a null is an empty value.
         */
        get: operations["getAdvice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exposure/{board_version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fixes that a board on a version misses
         * @description CVEs fixed in later releases of this major that this Mac can run, exploited ones first, each with the release that closes it. A release holds what earlier ones of its major fixed; a CVE counts from the first release of the major that names it.
         *
         *     Apart from them, how many were fixed in newer majors after this version came out while this one got nothing: an ended major misses nothing inside itself, and is not clean for that.
         *
         *     With `Accept: text/plain` the counts come as `key=value` lines, with the exploited CVEs.
         */
        get: operations["getExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cves/{cve_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which releases fix a CVE
         * @description In which releases from 11 on it is fixed, and whether it is exploited: in the catalogue of CISA (KEV), or called so by the vendor. Letters match in any case.
         */
        get: operations["getCve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cves/{cve_id}/{board_version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a Mac has the fix of a CVE
         * @description For a board on a version: `fixed`, `missing` or `not-stated`.
         */
        get: operations["getCveCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policies that have a name
         * @description What `policy` of `/advice` may be, in the order of the operator's file; none unless one is set up.
         */
        get: operations["getPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sofa/v1/macos_data_feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases in SOFA's shape, first schema
         * @description For tools that read SOFA's feed from another address. There is nothing here unless the operator has set `SOFA_FEED`: with `key` the license key is taken as it is or as the password of HTTP Basic, with `public` none is needed.
         */
        get: operations["getSofaFeedV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sofa/v2/macos_data_feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases in SOFA's shape, second schema
         * @description For tools that read SOFA's feed from another address. There is nothing here unless the operator has set `SOFA_FEED`: with `key` the license key is taken as it is or as the password of HTTP Basic, with `public` none is needed.
         */
        get: operations["getSofaFeedV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enforce/{policy}/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a policy means for an MDM
         * @description The first file of the format, with the very bytes that `pointrelease enforce` prints: for `ddm` the groups of Macs that share a target, each with its declaration, board IDs and model identifiers; for `fleet` labels, policies and controls as GitOps YAML; for `nudge` one configuration of the whole fleet.
         */
        get: operations["getEnforcement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enforce/{policy}/{format}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One file of what a policy means for an MDM
         * @description Any file that `pointrelease enforce --out` writes: `groups.json`, `macos-26.json` and `macos-26-late.json` of `ddm`; `fleet.yml`, `labels.yml`, `policies.yml`, `controls.yml` and `macos-26.json` of `fleet`; `nudge.json` and `nudge-macos-26.json` of `nudge`. A problem lists those there are.
         */
        get: operations["getEnforcementFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kit/index.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The kit: clients and files for MDMs
         * @description Every file of the kit with its path, size and SHA-256: the clients with the address of this service filled in, and with `policy` what that policy means for each MDM.
         */
        get: operations["getKit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kit/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A client, with the address of this service
         * @description A script or collection of the clients. The address is that of `PUBLIC_URL`, or the one that the request was sent to.
         */
        get: operations["getKitFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kit/{policy}/{format}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of /enforce, under the kit
         * @description The same bytes as `/enforce/{policy}/{format}/{file}`; where everybody may read the SOFA feed of this service, the files of Nudge name it.
         */
        get: operations["getKitEnforcementFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dataset/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole data set
         * @description The text of every table, for programs that look up many Macs by themselves: the fleet report fetches it once and sends no row of an inventory anywhere. Compressed for who accepts it.
         */
        get: operations["getTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/boards.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every board as a table
         * @description One row for each board: names, model identifiers, its first release and its latest. Cells that a spreadsheet would take for a formula begin with an apostrophe.
         */
        get: operations["exportBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/releases.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every release as a table
         * @description One row for each release: its major, day and builds. Cells that a spreadsheet would take for a formula begin with an apostrophe.
         */
        get: operations["exportReleases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/support.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every board and release as a table
         * @description One row for each board and release that it runs, with the next release and the latest of the major: what a join with an inventory needs. Cells that a spreadsheet would take for a formula begin with an apostrophe.
         */
        get: operations["exportSupport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is alive */
        get: operations["livez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests are answered */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dataset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the data
         * @description The version of the data that is served, when it last changed, when each feed was last asked and last answered, and how many observations wait for a person.
         */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{token}/releases.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases as an Atom feed, without a header
         * @description The same feed for readers that cannot send a header. `license feed` prints the address; its token opens this feed and nothing else, and can be revoked.
         */
        get: operations["getReleasesFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases as an Atom feed
         * @description The newest releases as they appear, newest first, for feed readers and chat bots.
         */
        get: operations["getReleasesAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        VersionRecords: components["schemas"]["VersionRecord"][];
        ProximoRecords: components["schemas"]["ProximoRecord"][];
        /** @description The latest release of a major version. */
        VersionRecord: {
            /** @description The major version: text for Modern and Legacy, a number written with its decimals for Classic. */
            major_version: string | number;
            /** @description `{board_id}:{major_version}` */
            board_id_major_version: string;
            /**
             * Format: date
             * @description Release date of the latest point release of that major version.
             */
            releasedDate: string;
            /** @description Latest known point release of that major version. */
            version: string;
            /** @description The board ID the record was resolved with. */
            resolved_board_id: string;
        };
        /** @description The latest release of a major version, and the one right after a given release. */
        ProximoRecord: {
            /** @description The major version: text for Modern and Legacy, a number written with its decimals for Classic. */
            major_version: string | number;
            /** @description `{board_id}:{major_version}` */
            board_id_major_version: string;
            /**
             * Format: date
             * @description Release date of the latest point release of that major version.
             */
            releasedDate: string;
            /** @description Latest known point release of that major version. */
            version: string;
            /** @description The board ID the record was resolved with. */
            resolved_board_id: string;
            /** @description The version given in the path, as spelt there. */
            requested_version: string;
            /**
             * Format: date
             * @description Release date of the requested version.
             */
            requested_releasedDate: string;
            /** @description The release immediately following the requested one on this board; equals `version` when that is already the latest. */
            requested_version_proximo: string;
            /**
             * Format: date
             * @description Release date of the proximo version.
             */
            requested_version_proximo_releasedDate: string;
        };
        /** @description The majors of a board. */
        BoardRecord: {
            board_id: string;
            /** @description Every major version the board has ever supported, ascending. Modern majors are written `14.0`. */
            supported_OS: string;
        };
        /** @description The boards that support a major version, in code-point order. */
        CompatibilityRecord: {
            os_version: string;
            major_version: string;
            compatible_board_ids: string[];
            count: number;
        };
        /** @description Every Mac once. */
        BoardList: {
            count: number;
            boards: {
                board_id: string;
                /** @description Every identifier of the same Mac, the one that stands for it first: a T2 Mac has several. When a name of several boards was asked for that all have this answer, the identifiers of all. */
                board_ids: string[];
                /** @enum {string} */
                kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine";
                /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
                has_t2: boolean;
                /**
                 * @description What is inside. One model number may stand for machines of both early kinds.
                 * @enum {string}
                 */
                architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual";
                name: string;
                model_identifiers: string[];
                /** @description The other identifiers of the same T2 machine. */
                twin_board_ids: string[];
                /**
                 * Format: date
                 * @description The day its oldest machine was introduced; null when unknown.
                 */
                introduced: string | null;
                /** @description The newest major it runs. */
                latest_major: string;
                latest_version: string;
                /** Format: date */
                latest_released: string;
                names: string[];
                /** @description In version order. */
                majors: string[];
            }[];
        };
        /** @description What is known about a board. */
        Board: {
            board_id: string;
            /** @description Every identifier of the same Mac, the one that stands for it first: a T2 Mac has several, and a few Macs were sold under several numbers. When a name of several boards was asked for that all have this answer, the identifiers of all. */
            board_ids: string[];
            /** @enum {string} */
            kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine";
            /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
            has_t2: boolean;
            /**
             * @description What is inside. One model number may stand for machines of both early kinds.
             * @enum {string}
             */
            architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual";
            name: string;
            model_identifiers: string[];
            /** @description The other identifiers of the same T2 machine. */
            twin_board_ids: string[];
            /**
             * Format: date
             * @description The day its oldest machine was introduced; null when unknown.
             */
            introduced: string | null;
            /** @description The newest major it runs. */
            latest_major: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            /** @description The newest major that was made for it, which its updates end with. */
            last_major: string | null;
            /** @description Whether that major is current or maintained. */
            gets_updates: boolean;
            /**
             * Format: date
             * @description The day from which it gets no updates.
             */
            ended_on: string | null;
            /** @description The month in which its updates are expected to end if no newer major is made for it: an estimate. */
            estimated_end: string | null;
            /** @description Of every machine that carries the identifier. */
            names: string[];
            /** @description Further names that resolve to this board. */
            aliases: string[];
            /** @description The numbers printed on its cases. Other boards may have the same. */
            case_numbers: string[];
            /** @description What is worth knowing about it, in a finished sentence. */
            note: string | null;
            /** @description Oldest first. */
            machines: {
                name: string;
                model_identifier: string | null;
                processor: string | null;
                /** Format: date */
                introduced: string | null;
                /** @enum {string|null} */
                introduced_precision: "day" | "month" | "year" | null;
                /** @description The first release that this very machine runs; null where no source tells. */
                first_version: string | null;
                /** Format: date */
                first_released: string | null;
                /** @description The last one; the board's own where nothing narrower is known. */
                last_version: string | null;
                /** Format: date */
                last_released: string | null;
                /** @description The first release of Mac OS X, of a machine that shares its number and runs Mac OS 9 as well. */
                first_mac_os_x: string | null;
                /** @enum {string} */
                confidence: "high" | "medium" | "low";
                /** @description The same. */
                note: string | null;
            }[];
            /** @description In version order. */
            majors: {
                major: string;
                /** @enum {string} */
                era: "classic" | "legacy" | "modern";
                /** @description What the vendor called the system, such as `macOS 14` or `System 6.0`. */
                system_name: string;
                /** @description `Sonoma`; null for a major that had no name. */
                release_name: string | null;
                first_version: string;
                /** Format: date */
                first_released: string;
                latest_version: string;
                /** Format: date */
                latest_released: string;
                release_count: number;
                /**
                 * @description The newest major is current, the two before it are maintained, older ones have ended: the vendor's practice since 2016, of which it says nothing in writing.
                 * @enum {string|null}
                 */
                support: "current" | "maintained" | "ended" | null;
                /**
                 * Format: date
                 * @description The day the third newer major came out.
                 */
                ended_on: string | null;
                /** @description The month in which that is expected, while it has not happened. */
                estimated_end: string | null;
                /** @description What the day or the month rests on. */
                basis: string | null;
            }[];
            /** @description Who says so, of its machines and of what it runs. */
            sources: components["schemas"]["Source"][];
            /** @description The machine that was asked for, by `machine` or by its own name; null where the answer is for several that carry the identifier. */
            machine: string | null;
        };
        /** @description One public build of a release. */
        Build: {
            build: string;
            /**
             * Format: date
             * @description The day it came out; null when nobody recorded it.
             */
            released: string | null;
            /**
             * @description A security or supplemental update leaves the version as it is; a factory build came on new Macs.
             * @enum {string}
             */
            kind: "release" | "factory" | "security update" | "supplemental";
            /** @description What the vendor calls the update. */
            name: string | null;
        };
        /** @description A build, and what comes after it inside its version. */
        BuildDetails: {
            build: string;
            version: string;
            /**
             * Format: date
             * @description The day it came out; null when nobody recorded it.
             */
            released: string | null;
            /**
             * @description A security or supplemental update leaves the version as it is; a factory build came on new Macs.
             * @enum {string}
             */
            kind: "release" | "factory" | "security update" | "supplemental";
            /** @description What the vendor calls the update. */
            name: string | null;
            /** @description The updates after it that left the version as it is, in the order they came out. */
            later_updates: components["schemas"]["Build"][];
            /** @description The boards it was made for; null where no source tells. */
            board_ids: string[] | null;
        };
        /** @description One release. */
        Release: {
            version: string;
            major: string;
            /** Format: date */
            released: string;
            /**
             * Format: date
             * @description The day of the last update that left the version as it is; null where there was none.
             */
            last_patched: string | null;
            /**
             * @description How much of the date is known.
             * @enum {string}
             */
            precision: "day" | "month" | "year";
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
            /** @description Rejected dates, each with who gives it. */
            disputed: string[];
            /** @description Never offered as latest or next. */
            withdrawn: boolean;
            /** @description The only boards it was made for; null when it was made for every board of the major. */
            only_board_ids: string[] | null;
            /** @description Every public build under this version, by day. Those of the server edition are left out. */
            builds: components["schemas"]["Build"][];
            /** @description Published fixes that it brings; null where its list is not known. `/releases/{version}/cves` lists them. */
            cve_count: number | null;
            /** @description Of these, how many attackers use. */
            exploited_count: number | null;
            /**
             * Format: uri
             * @description The vendor's article about them.
             */
            security_article: string | null;
            /** @description What is worth knowing about it, in a finished sentence. */
            note: string | null;
            sources: string[];
        };
        /** @description Every release that a board runs. */
        BoardReleases: {
            board_id: string;
            /** @description Every identifier of the same Mac, the one that stands for it first: a T2 Mac has several. When a name of several boards was asked for that all have this answer, the identifiers of all. */
            board_ids: string[];
            count: number;
            /** @description In version order. */
            releases: components["schemas"]["Release"][];
            /** @description What the sources are. A token such as `wikipedia:System 7` names its source before the colon. */
            sources: components["schemas"]["Source"][];
        };
        /** @description A major version. */
        MajorSummary: {
            major: string;
            /** @enum {string} */
            era: "classic" | "legacy" | "modern";
            /** @description What the vendor called the system, such as `macOS 14` or `System 6.0`. */
            system_name: string;
            /** @description `Sonoma`; null for a major that had no name. */
            release_name: string | null;
            first_version: string;
            /** Format: date */
            first_released: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            release_count: number;
            board_count: number;
            /**
             * @description The newest major is current, the two before it are maintained, older ones have ended: the vendor's practice since 2016, of which it says nothing in writing.
             * @enum {string|null}
             */
            support: "current" | "maintained" | "ended" | null;
            /**
             * Format: date
             * @description The day the third newer major came out.
             */
            ended_on: string | null;
            /** @description The month in which that is expected, while it has not happened. */
            estimated_end: string | null;
            /** @description What the day or the month rests on. */
            basis: string | null;
            /** @description CVEs that the latest release fixes; null where its list is not known. */
            latest_cve_count: number | null;
            /** @description Of these, how many attackers use. */
            latest_exploited_count: number | null;
            /**
             * Format: uri
             * @description The vendor's own words about them.
             */
            latest_security_article: string | null;
            /** @description Exploited holes that the releases of this major closed so far; null before 11. */
            exploited_closed: number | null;
            /** @description What came out after its end: exceptions, which do not make it maintained. */
            late_releases: {
                version: string;
                /** Format: date */
                released: string;
            }[];
        };
        /** @description Every major version, and what is new. */
        MajorList: {
            count: number;
            /**
             * Format: date
             * @description The day it is told for: today in UTC.
             */
            as_of: string;
            majors: components["schemas"]["MajorSummary"][];
            /** @description The Macs that were introduced last, newest first. */
            newest_macs: components["schemas"]["NewMac"][];
            /** @description What changed in the last 31 days, newest first. */
            recent: components["schemas"]["RecentChange"][];
        };
        /** @description Every release of a major. */
        MajorReleases: {
            major: string;
            /** @enum {string} */
            era: "classic" | "legacy" | "modern";
            /** @description What the vendor called the system, such as `macOS 14` or `System 6.0`. */
            system_name: string;
            /** @description `Sonoma`; null for a major that had no name. */
            release_name: string | null;
            first_version: string;
            /** Format: date */
            first_released: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            release_count: number;
            board_count: number;
            /**
             * @description The newest major is current, the two before it are maintained, older ones have ended: the vendor's practice since 2016, of which it says nothing in writing.
             * @enum {string|null}
             */
            support: "current" | "maintained" | "ended" | null;
            /**
             * Format: date
             * @description The day the third newer major came out.
             */
            ended_on: string | null;
            /** @description The month in which that is expected, while it has not happened. */
            estimated_end: string | null;
            /** @description What the day or the month rests on. */
            basis: string | null;
            /** @description In version order. */
            releases: components["schemas"]["Release"][];
            /** @description The exploited vulnerabilities that the major fixed, each with its first release that has the fix, latest first. */
            exploited_cves: {
                cve_id: string;
                fixed_in: string;
                /** Format: date */
                fixed_on: string;
            }[];
            /** @description What the sources are. A token such as `wikipedia:System 7` names its source before the colon. */
            sources: components["schemas"]["Source"][];
            /** @description CVEs that the latest release fixes; null where its list is not known. */
            latest_cve_count: number | null;
            /** @description Of these, how many attackers use. */
            latest_exploited_count: number | null;
            /**
             * Format: uri
             * @description The vendor's own words about them.
             */
            latest_security_article: string | null;
            /** @description Exploited holes that the releases of this major closed so far; null before 11. */
            exploited_closed: number | null;
            /** @description What came out after its end: exceptions, which do not make it maintained. */
            late_releases: {
                version: string;
                /** Format: date */
                released: string;
            }[];
        };
        /** @description A Mac. `name` is the machine that matched best. */
        MacResult: {
            board_id: string;
            /** @description Every identifier of the same Mac, the one that stands for it first: a T2 Mac has several. When a name of several boards was asked for that all have this answer, the identifiers of all. */
            board_ids: string[];
            /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
            has_t2: boolean;
            /**
             * @description What is inside. One model number may stand for machines of both early kinds.
             * @enum {string}
             */
            architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual";
            name: string;
            model_identifiers: string[];
            /** @description The other identifiers of the same T2 machine. */
            twin_board_ids: string[];
            /**
             * Format: date
             * @description The day its oldest machine was introduced; null when unknown.
             */
            introduced: string | null;
            /** @description The newest major it runs. */
            latest_major: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            /** @constant */
            kind: "mac";
            /** @enum {string} */
            board_kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine";
            /** @description Which of the machines that share the number was found, to be asked for as `machine`; null where that is not said. */
            machine: string | null;
            without_number: null;
            /** @description The version that was searched for together with the Mac, as in `MacBook Air M1 14.7.2`. */
            version: string | null;
        };
        /** @description A Mac whose printed number nobody recorded, so that it has no board. */
        MacWithoutNumber: {
            board_id: null;
            board_ids: unknown[];
            /** @constant */
            kind: "mac";
            name: string;
            /**
             * Format: date
             * @description The day its oldest machine was introduced; null when unknown.
             */
            introduced: string | null;
            without_number: {
                first_version: string | null;
                last_version: string;
                /** @description What it ran, in a sentence. */
                ran: string;
                /** @description Why no number is known. */
                reason: string;
            };
        };
        /** @description A release, or a whole major. */
        ReleaseResult: {
            /** @constant */
            kind: "release";
            /** @description The release, or the major such as `14`. */
            version: string;
            major: string;
            is_major: boolean;
            name: string;
            /** Format: date */
            released: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
        };
        /** @description A build. */
        BuildResult: {
            /** @constant */
            kind: "build";
            build: string;
            version: string;
            major: string;
            /**
             * Format: date
             * @description The day it came out; null when nobody recorded it.
             */
            released: string | null;
            /**
             * @description A security or supplemental update leaves the version as it is; a factory build came on new Macs.
             * @enum {string}
             */
            build_kind: "release" | "factory" | "security update" | "supplemental";
            /** @description What the vendor calls the update. */
            name: string | null;
        };
        /** @description Macs, releases, builds and CVEs that match, best first. */
        SearchResults: {
            /** @description What was searched for, with single blanks. */
            query: string;
            /** @description How many results there are here. */
            count: number;
            /** @description How many there are in all, before `limit` and `offset`. */
            total: number;
            /** @description How many results come before these. */
            offset: number;
            results: (components["schemas"]["MacResult"] | components["schemas"]["MacWithoutNumber"] | components["schemas"]["ReleaseResult"] | components["schemas"]["BuildResult"] | components["schemas"]["CveResult"])[];
            /** @description What to type instead, when nothing was found. */
            suggestions: string[];
        };
        /** @description What to do with a board that is on a version. Every member is always there. */
        Advice: {
            board_id: string;
            /** @description In its usual spelling: `14.0` for `14` and `14.0.0`. */
            version: string;
            /**
             * @description A release of this board; one that was withdrawn; newer than any of its major that was out on `as_of`; no release has this number, or its major does not exist; a release made for other boards only; a beta, by its build.
             * @enum {string}
             */
            version_standing: "known" | "withdrawn" | "newer" | "unknown" | "not-for-board" | "beta";
            major: string;
            /** Format: date */
            released: string | null;
            /** @description Whether nothing newer of its major is out for this board; null when the board does not run the major. */
            is_current: boolean | null;
            /** @description The release right after it on this board; null when there is none. */
            next_version: string | null;
            /** Format: date */
            next_released: string | null;
            /** @description The latest of its major on this board. */
            latest_version: string | null;
            /** Format: date */
            latest_released: string | null;
            /** @description How many releases of its major came after it. */
            releases_behind: number | null;
            /** @description How many days the next release has been out. */
            days_behind: number | null;
            /** @description The newest major this board runs. */
            latest_major: string | null;
            latest_major_version: string | null;
            /** Format: date */
            latest_major_released: string | null;
            /** @description How many newer majors this board runs. */
            majors_behind: number;
            /** Format: date */
            as_of: string;
            defer_days: number;
            behind: number;
            target_major: string | null;
            /** @description What the policy asks to be on; null when nothing is old enough. */
            target_version: string | null;
            /** Format: date */
            target_released: string | null;
            /** @description Whether the version is the target or newer. */
            meets_target: boolean | null;
            /** @description Every identifier of the Macs that the name means: the answer is the same for all. `board_id` is the first board. */
            board_ids: string[];
            /**
             * @description Where the Mac stands: on the latest release of its major or above, below it, or on a major that gets no releases any more, whatever its release. Null where the board does not run the major.
             * @enum {string|null}
             */
            standing: "current" | "behind" | "ended" | null;
            /**
             * @description How the major is supported: the newest, one of the two before it, or ended. Null while it has no release.
             * @enum {string|null}
             */
            support: "current" | "maintained" | "ended" | null;
            /**
             * Format: date
             * @description The day the third newer major came out, with which the major ended.
             */
            ended_on: string | null;
            /** @description The month in which that is expected, while it has not happened: an estimate, as the vendor names no day. */
            estimated_end: string | null;
            /** @description The named policy that was asked for. */
            policy: string | null;
            defer_major_days: number;
            exclude: string[];
            grace_days: number | null;
            exploited_grace_days: number | null;
            /**
             * Format: date
             * @description The day on which the target became what is asked for: its release day plus the deferral, or the day its major became the policy's, whichever is later.
             */
            target_since: string | null;
            /** @description Whether the target, or a release on the way to it, closes a hole that is exploited and open on this Mac. */
            closes_exploited: boolean | null;
            /**
             * Format: date
             * @description `target_since` plus the grace; null without one.
             */
            deadline: string | null;
            /** @description Days until the deadline; null once it has passed, on the target, and without a deadline. */
            days_left: number | null;
            /** @description Days since the deadline passed; null before that, on the target, and without a deadline. */
            days_overdue: number | null;
            /**
             * Format: date
             * @description The oldest deadline that the Mac missed under the policy: a newer release does not reset it.
             */
            overdue_since: string | null;
            /** @description Whether the Mac is where the policy wants it. False where hardware blocks; null without a policy. */
            meets_policy: boolean | null;
            /**
             * @description `hardware` when the Mac runs nothing as new as the policy asks for.
             * @enum {string|null}
             */
            blocked_by: "hardware" | null;
            /**
             * @description How much is known of the fixes that count: every list, at least a part of each, or nothing (before 11).
             * @enum {string|null}
             */
            exposure_known: "complete" | "lower-bound" | "unknown" | null;
            /** @description CVEs that later releases of this major fix on this Mac; null where nothing is known. */
            missing_count: number | null;
            /** @description How many of them are exploited. */
            exploited_missing_count: number | null;
            /** @description CVEs fixed in newer majors after this version came out, not stated for this one. */
            fixed_elsewhere_count: number | null;
            /** @description How many of them are exploited. */
            fixed_elsewhere_exploited_count: number | null;
            /** @description The build that was given in place of the version or beside it. */
            build: string | null;
            /** @description How many updates of this very version the Mac lacks; null where no known build of it was given. */
            updates_behind: number | null;
            /** @description The first of them. */
            next_build: string | null;
            /** Format: date */
            next_build_released: string | null;
            /** @description The last of them. */
            latest_build: string | null;
            /** Format: date */
            latest_build_released: string | null;
            /** @description How version and build contradict each other, in a sentence. A known build decides. */
            doubt: string | null;
            /**
             * @description What to do: nothing; update; update to the last release for this Mac, then plan a replacement; replace it, because nothing newer comes; or check the version, which does not fit this Mac. A policy decides where one was given; otherwise what keeps the Mac supported.
             * @enum {string}
             */
            action: "none" | "update" | "update-then-replace" | "replace" | "check";
            /** @description The release to update to; null where there is none. It is the version itself where an update leaves the version as it is. */
            recommended_version: string | null;
            /** @description The action in plain words, without a full stop. */
            headline: string;
            /** @description Why, in one sentence. */
            reason: string;
            /** @description The advice in plain words: the headline, the reason, and everything else. */
            summary: string;
        };
        /** @description RFC 9457 problem details. Members after `code` help to ask again. */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {string} */
            code: "bad-encoding" | "bad-parameter" | "key-refused" | "not-found" | "board-unknown" | "board-ambiguous" | "version-unknown" | "major-unknown" | "major-not-supported" | "release-unknown" | "build-unknown" | "release-newer" | "release-not-for-board" | "cve-unknown" | "policy-unknown" | "format-unknown" | "file-unknown" | "method-not-allowed" | "policy-without-deadline" | "too-many-requests" | "internal-error" | "not-ready";
            suggestions?: string[];
            candidates?: string[];
            /** @description The boards of `candidates`, with what tells them apart. */
            boards?: {
                board_id: string;
                name: string;
                year: string | null;
            }[];
            /** @description The Mac that was named, when it has no number and so no board. */
            machine?: {
                name: string;
                first_version: string | null;
                last_version: string | null;
                ran: string;
                reason: string;
            };
            board_id?: string;
            supported_OS?: string;
            known_majors?: string;
            release_before?: string | null;
            release_after?: string | null;
            build_before?: string | null;
            build_after?: string | null;
            latest_version?: string;
            /** Format: date */
            latest_releasedDate?: string;
            first_release?: string;
            last_release?: string;
            releases_of_major?: string[];
            major_version?: string;
            parameter?: string;
            expected?: string;
            /** @description The policies that may be asked for. */
            policies?: string[];
            /** @description The formats there are. */
            formats?: string[];
            /** @description The files there are. */
            files?: string[];
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "degraded" | "not ready";
            reasons: string[];
            data_version: string | null;
            /** Format: date-time */
            data_changed: string | null;
            /** @description The vendor's feed has not answered for a day although it is followed, whoever else answers. */
            stale: boolean;
            /** @description The vendor's feed answers, but always the same. */
            frozen: boolean;
            feeds: {
                feed: string;
                /**
                 * @description `waiting` until its first answer, `stale` after a day without one, `frozen` when it answers, but always the same.
                 * @enum {string}
                 */
                state: "waiting" | "fresh" | "stale" | "frozen";
                /** Format: date-time */
                last_answer: string | null;
            }[];
        };
        /** @description What SOFA's own documents describe, from these tables. `XProtect…` and `InstallationApps` are there and empty. */
        SofaFeed: {
            /** @description SHA-256 of everything else. */
            UpdateHash: string;
            /** @description Each major with its latest release and all of them, newest first. */
            OSVersions: Record<string, never>[];
            /** @description Model identifiers with their names and the majors that each runs. */
            Models: Record<string, never>;
        };
        /** @description Which data is served, and how fresh it is. */
        Dataset: {
            data_version: string;
            /** Format: date-time */
            data_changed: string;
            /** @description Whether feeds are followed. */
            following: boolean;
            /** @description The vendor's feed has not answered for a day although it is followed, whoever else answers. */
            stale: boolean;
            /** @description The vendor's feed answers, but always the same. */
            frozen: boolean;
            /** @description Observations that wait for a person. */
            quarantine: number;
            feeds: {
                feed: string;
                /**
                 * @description `waiting` until its first answer, `stale` after a day without one, `frozen` when it answers, but always the same.
                 * @enum {string}
                 */
                state: "waiting" | "fresh" | "stale" | "frozen";
                /** Format: date-time */
                last_try: string | null;
                /** Format: date-time */
                last_answer: string | null;
                /**
                 * Format: date-time
                 * @description When it last said something else than before.
                 */
                last_change: string | null;
                failures: number;
                problem: string | null;
                /** @description What is still to be asked for, over the next polls. */
                pending: number;
            }[];
        };
        /** @description Somebody who says so. */
        Source: {
            /** @description The token that records name it with. */
            source: string;
            name: string;
            /**
             * Format: uri
             * @description Where to read it; null for what has no address.
             */
            url: string | null;
        };
        /** @description Which fixes a Mac misses. Every member is always there. */
        Exposure: {
            board_id: string;
            /** @description Every identifier of the Macs that the name means: the answer is the same for all. */
            board_ids: string[];
            version: string;
            major: string;
            /** Format: date */
            as_of: string;
            /**
             * @description Whether every list that counts was read whole, at least one is known only in part, or nothing is known (before 11), and the counts are null.
             * @enum {string}
             */
            known: "complete" | "lower-bound" | "unknown";
            /** @description CVEs fixed in later releases of this major that this Mac can run. */
            missing_count: number | null;
            /** @description How many of them are exploited. */
            exploited_missing_count: number | null;
            /** @description How long the first fix that it misses has been out; 0 when it misses none. */
            exposed_days: number | null;
            /** @description Exploited ones first, then by day. */
            missing: {
                cve_id: string;
                /** @description The earliest release of this major on this Mac that has the fix. */
                fixed_in: string;
                /** Format: date */
                fixed_on: string;
                /** @description In the catalogue of CISA, or called exploited by the vendor, on `as_of`. */
                exploited: boolean;
                /**
                 * Format: date
                 * @description The day the catalogue took it in.
                 */
                kev_added: string | null;
                /**
                 * Format: date
                 * @description The day until which the catalogue wants it mended.
                 */
                kev_due: string | null;
            }[];
            /** @description CVEs fixed in newer majors after this version came out, not stated for this one. Nobody says whether this major has them: they are never counted as missing. */
            fixed_elsewhere_count: number | null;
            /** @description How many of them are exploited. */
            fixed_elsewhere_exploited_count: number | null;
            /** @description The exploited ones among them. */
            fixed_elsewhere_exploited: string[];
            summary: string;
        };
        /** @description Which releases fix a CVE. */
        Cve: {
            cve_id: string;
            /** @description Every release that is stated to fix it, in version order. */
            fixed_in: string[];
            exploited: boolean;
            /**
             * Format: date
             * @description The day from which it is known to be exploited.
             */
            exploited_since: string | null;
            /** Format: date */
            kev_added: string | null;
            /** Format: date */
            kev_due: string | null;
            /** @description The majors that were out when it was first fixed and are never stated to fix it, in version order. Whether they are affected, Apple has not said. */
            not_stated_for: string[];
            /** Format: date */
            as_of: string;
            fixes: {
                version: string;
                major: string;
                /** Format: date */
                released: string;
                /**
                 * Format: uri
                 * @description The vendor's article on the release.
                 */
                article: string | null;
                /** @enum {string} */
                confidence: "high" | "medium" | "low";
                sources: string[];
            }[];
        };
        /** @description What one release fixes. */
        ReleaseCves: {
            version: string;
            major: string;
            /** Format: date */
            released: string;
            /**
             * @description The whole list, a part of it, that the vendor published no CVE, or nothing.
             * @enum {string}
             */
            known: "listed" | "partial" | "none" | "unknown";
            /**
             * Format: uri
             * @description The vendor's article.
             */
            article: string | null;
            /** @description Null when the list is unknown. */
            count: number | null;
            exploited_count: number | null;
            /** @description Exploited ones first, then by number. */
            cves: {
                cve_id: string;
                exploited: boolean;
                /** Format: date */
                kev_added: string | null;
                /** Format: date */
                kev_due: string | null;
                /** @description The earliest release of the major that fixes it: the vendor names some again. */
                first_fixed_in: string;
                /** @enum {string} */
                confidence: "high" | "medium" | "low";
            }[];
            note: string | null;
        };
        /** @description The policies that may be asked for by name. */
        PolicyList: {
            count: number;
            policies: {
                name: string;
                description: string | null;
                behind: number;
                defer_days: number;
                defer_major_days: number;
                exclude: string[];
                grace_days: number | null;
                exploited_grace_days: number | null;
            }[];
        };
        AdviceOutcome: {
            /** @description The item as it was asked for. */
            item: string;
            /** @description What `/advice/{board_version}` would have answered with. */
            status: number;
            /** @description Null where there is none. */
            advice: components["schemas"]["Advice"] | null;
            /** @description Why there is no advice; null where there is. */
            problem: components["schemas"]["Problem"] | null;
        };
        AdviceList: {
            count: number;
            items: components["schemas"]["AdviceOutcome"][];
        };
        DataTables: {
            data_version: string;
            /** Format: date-time */
            data_changed: string;
            /** @description The text of each table by the path of its file. */
            tables: {
                [key: string]: string;
            };
        };
        /** @description A Mac that is new. */
        NewMac: {
            board_id: string;
            name: string;
            /** Format: date */
            introduced: string;
            /** @description The majors it runs, in version order. */
            majors: string[];
        };
        /** @description Something that happened on a day. Members that do not speak of it are null. */
        RecentChange: {
            /** Format: date */
            day: string;
            /**
             * @description A release came out, or an update that leaves the version as it is; a Mac was introduced; a major ended; a hole is known to be exploited.
             * @enum {string}
             */
            kind: "release" | "update" | "mac" | "end" | "exploited";
            major: string | null;
            version: string | null;
            board_id: string | null;
            /** @description Of a Mac, or of an update. */
            name: string | null;
            cve_id: string | null;
        };
        Kit: {
            data_version: string;
            /** @description The address that is filled in. */
            address: string | null;
            policy: string | null;
            /** @description Those that may be asked for. */
            policies: string[];
            files: {
                /**
                 * @description `client`, or the format that it is of.
                 * @enum {string}
                 */
                kind: "client" | "ddm" | "fleet" | "nudge";
                name: string;
                path: string;
                /** @description What it is for; null where the name says it. */
                what: string | null;
                type: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Formats that cannot be made of the policy, and why. */
            refused: {
                format: string;
                because: string;
            }[];
        };
        /** @description Whether a Mac on a version has the fix of a CVE. */
        CveCheck: {
            cve_id: string;
            board_id: string;
            board_ids: string[];
            version: string;
            /**
             * @description It has the fix; it does not, although its major got it; or Apple has not said whether the major is affected.
             * @enum {string}
             */
            state: "fixed" | "missing" | "not-stated";
            /** @description The first release of the major on this Mac that has the fix; null where none is stated. */
            fixed_in: string | null;
            /** Format: date */
            fixed_on: string | null;
            /** Format: date */
            as_of: string;
            /** @description The same in a sentence. */
            summary: string;
        };
        /** @description The Macs that a release is for. */
        ReleaseBoards: {
            version: string;
            major: string;
            count: number;
            boards: {
                board_id: string;
                /** @description Every identifier of the same Mac, the one that stands for it first: a T2 Mac has several. When a name of several boards was asked for that all have this answer, the identifiers of all. */
                board_ids: string[];
                /** @enum {string} */
                kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine";
                /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
                has_t2: boolean;
                /**
                 * @description What is inside. One model number may stand for machines of both early kinds.
                 * @enum {string}
                 */
                architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual";
                name: string;
                model_identifiers: string[];
                /** @description The other identifiers of the same T2 machine. */
                twin_board_ids: string[];
                /**
                 * Format: date
                 * @description The day its oldest machine was introduced; null when unknown.
                 */
                introduced: string | null;
                /** @description The newest major it runs. */
                latest_major: string;
                latest_version: string;
                /** Format: date */
                latest_released: string;
                names: string[];
                /** @description In version order. */
                majors: string[];
            }[];
        };
        /** @description A CVE. */
        CveResult: {
            /** @constant */
            kind: "cve";
            cve_id: string;
            name: string;
            exploited: boolean;
            fixed_in: string[];
        };
    };
    responses: {
        /** @description The client has the answer already. */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The path's percent-encoding is broken. */
        BadEncoding: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:bad-encoding",
                 *       "title": "Broken percent-encoding",
                 *       "status": 400,
                 *       "detail": "the path has a % that does not start a valid UTF-8 encoding",
                 *       "code": "bad-encoding"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "bad-encoding";
                };
            };
        };
        /** @description The percent-encoding of the path or the query is broken, or a query parameter is not right: `parameter` names it and `expected` says what would be. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:bad-parameter",
                 *       "title": "Bad query parameter",
                 *       "status": 400,
                 *       "detail": "the parameter limit is invalid: expected a whole number from 1 to 100",
                 *       "code": "bad-parameter",
                 *       "parameter": "limit",
                 *       "expected": "a whole number from 1 to 100"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "bad-encoding" | "bad-parameter";
                };
            };
        };
        /** @description The `Authorization` header is missing, invalid, or holds the undecoded (base64) key. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:key-refused",
                 *       "title": "No valid license key",
                 *       "status": 403,
                 *       "detail": "the license key is not valid",
                 *       "code": "key-refused"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "key-refused";
                };
            };
        };
        /** @description Nothing was found; `code` says what, further members say what would be. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:board-unknown",
                 *       "title": "Unknown board",
                 *       "status": 404,
                 *       "detail": "no board is called \"J31AP\"",
                 *       "code": "board-unknown",
                 *       "suggestions": [
                 *         "J313AP"
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "not-found" | "board-unknown" | "board-ambiguous" | "version-unknown" | "major-unknown" | "major-not-supported" | "release-unknown" | "build-unknown" | "release-newer" | "release-not-for-board" | "cve-unknown" | "policy-unknown" | "format-unknown" | "file-unknown";
                };
            };
        };
        /** @description Only GET and HEAD are answered. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:method-not-allowed",
                 *       "title": "Method not allowed",
                 *       "status": 405,
                 *       "detail": "only GET and HEAD are allowed here",
                 *       "code": "method-not-allowed"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "method-not-allowed";
                };
            };
        };
        /** @description The limit of the license, or of refusals to this address, is used up. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:too-many-requests",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "detail": "the rate limit of this license is used up: wait 1 s",
                 *       "code": "too-many-requests"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "too-many-requests";
                };
            };
        };
        /** @description A defect of the service. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:internal-error",
                 *       "title": "Internal error",
                 *       "status": 500,
                 *       "detail": "the request failed; the reason is in the log of the service",
                 *       "code": "internal-error"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal-error";
                };
            };
        };
        /** @description The service is starting. */
        NotReady: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:not-ready",
                 *       "title": "Not ready",
                 *       "status": 503,
                 *       "detail": "the service is starting: try again in a second",
                 *       "code": "not-ready"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "not-ready";
                };
            };
        };
    };
    parameters: {
        /** @description A version, a board ID, or `BOARD:VERSION`. */
        Item: string;
        /** @description A major version or a point release. */
        Version: string;
        /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
        IfNoneMatch: string;
        /** @description A board ID in any letter case, or another name of exactly one board, such as a model identifier. */
        BoardId: string;
        /** @description A build, in any letter case. */
        Build: string;
        /** @description One of the machines that carry the board's number, by its name: the answer is then for this machine alone. */
        Machine: string;
    };
    requestBodies: never;
    headers: {
        /** @description Strong, from the content and, of a compressed answer, its encoding. */
        ETag: string;
        /** @description The moment the data set last changed. */
        "Last-Modified": string;
        "Cache-Control": "private, max-age=300";
        /** @description The state of the data the answer comes from. */
        "Data-Version": string;
        /** @description Seconds to wait. */
        "Retry-After": string;
        Allow: "GET, HEAD";
        /** @description Long answers come compressed where the client takes it. */
        "Vary-Encoding": "Accept-Encoding";
        /** @description It comes in several types, and compressed where it is long and the client takes it. */
        "Vary-Accept-Encoding": "Accept, Accept-Encoding";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A version, a board ID, or `BOARD:VERSION`. */
                item: components["parameters"]["Item"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionRecords"] | components["schemas"]["ProximoRecords"] | components["schemas"]["BoardRecord"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getBoardIds: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A major version or a point release. */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The compatibility record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatibilityRecord"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getBoards: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardList"];
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getBoard: {
        parameters: {
            query?: {
                /** @description One of the machines that carry the board's number, by its name: the answer is then for this machine alone. */
                machine?: components["parameters"]["Machine"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A board ID in any letter case, or another name of exactly one board, such as a model identifier. */
                board_id: components["parameters"]["BoardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Board"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getReleasesOfBoard: {
        parameters: {
            query?: {
                /** @description One of the machines that carry the board's number, by its name: the answer is then for this machine alone. */
                machine?: components["parameters"]["Machine"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A board ID in any letter case, or another name of exactly one board, such as a model identifier. */
                board_id: components["parameters"]["BoardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardReleases"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getMajors: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MajorList"];
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getReleasesOfMajor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A major version or a point release. */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MajorReleases"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getReleaseBoards: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A major version or a point release. */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseBoards"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getReleaseCves: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A major version or a point release. */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseCves"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getBuild: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A build, in any letter case. */
                build: components["parameters"]["Build"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildDetails"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadEncoding"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Words in any order; brackets, commas and quotes do not matter. */
                q: string;
                /** @description How many results at most. */
                limit?: number;
                /** @description How many results to leave out first. */
                offset?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAdvices: {
        parameters: {
            query: {
                /**
                 * @description `BOARD:VERSION`, up to 100 times.
                 * @example [
                 *       "J293AP:14.7.2",
                 *       "Mac14,2:15.3"
                 *     ]
                 */
                item: string[];
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /** @description A policy that the operator gave a name to. */
                policy?: string;
                /** @description How many major versions back from Apple's newest: 1 for N-1, 2 for N-2. */
                behind?: number;
                /** @description How old a release must be to become the target. */
                defer_days?: number;
                /** @description How old the first release of a major must be for the major to count; `defer_days` unless given. */
                defer_major_days?: number;
                /**
                 * @description Releases that are never the target, separated by commas.
                 * @example 27.2,26.7.2
                 */
                exclude?: string;
                /** @description Days from `target_since` to the deadline. */
                grace_days?: number;
                /** @description The same where the way to the target closes an exploited hole, if that is shorter. */
                exploited_grace_days?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcomes, in the order they were asked for. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdviceList"];
                    "application/x-ndjson": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAdvice: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /** @description A policy that the operator gave a name to. */
                policy?: string;
                /** @description How many major versions back from Apple's newest: 1 for N-1, 2 for N-2. */
                behind?: number;
                /** @description How old a release must be to become the target. */
                defer_days?: number;
                /** @description How old the first release of a major must be for the major to count; `defer_days` unless given. */
                defer_major_days?: number;
                /**
                 * @description Releases that are never the target, separated by commas.
                 * @example 27.2,26.7.2
                 */
                exclude?: string;
                /** @description Days from `target_since` to the deadline. */
                grace_days?: number;
                /** @description The same where the way to the target closes an exploited hole, if that is shorter. */
                exploited_grace_days?: number;
                /** @description One of the machines that carry the board's number, by its name: the answer is then for this machine alone. */
                machine?: components["parameters"]["Machine"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description `BOARD:VERSION`, `BOARD:BUILD` or `BOARD:VERSION (BUILD)`. */
                board_version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advice"];
                    "text/plain": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getExposure: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description `BOARD:VERSION`, `BOARD:BUILD` or `BOARD:VERSION (BUILD)`. */
                board_version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exposure"];
                    "text/plain": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getCve: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The identifier. */
                cve_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cve"];
                    "text/plain": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getCveCheck: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The identifier. */
                cve_id: string;
                /** @description `BOARD:VERSION`, `BOARD:BUILD` or `BOARD:VERSION (BUILD)`. */
                board_version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CveCheck"];
                    "text/plain": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getPolicies: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyList"];
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSofaFeedV1: {
        parameters: {
            query?: {
                /** @description How many majors whose support has ended are listed, the latest first. */
                ended?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SofaFeed"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSofaFeedV2: {
        parameters: {
            query?: {
                /** @description How many majors whose support has ended are listed, the latest first. */
                ended?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SofaFeed"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getEnforcement: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /**
                 * @description Whether files carry a deadline that has passed, which makes a Mac restart at once. Otherwise they carry tomorrow in its place.
                 * @example false
                 */
                enforce_overdue?: "true" | "false";
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The name of a policy of the operator's file (`/policies` lists them).
                 * @example standard
                 */
                policy: string;
                /** @description For which tool: declarations of device management, Fleet or Nudge 2. */
                format: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: "Accept-Encoding";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "application/yaml": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The policy gives no deadline, and the format needs one: set `grace_days` in the policy. */
            409: {
                headers: {
                    "Data-Version": components["headers"]["Data-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getEnforcementFile: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /**
                 * @description Whether files carry a deadline that has passed, which makes a Mac restart at once. Otherwise they carry tomorrow in its place.
                 * @example false
                 */
                enforce_overdue?: "true" | "false";
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The name of a policy of the operator's file (`/policies` lists them).
                 * @example standard
                 */
                policy: string;
                /** @description For which tool: declarations of device management, Fleet or Nudge 2. */
                format: string;
                /**
                 * @description The name of the file.
                 * @example macos-26.json
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: "Accept-Encoding";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "application/yaml": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The policy gives no deadline, and the format needs one: set `grace_days` in the policy. */
            409: {
                headers: {
                    "Data-Version": components["headers"]["Data-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getKit: {
        parameters: {
            query?: {
                /**
                 * @description The name of the policy that is filled in, and whose files are listed; none unless given.
                 * @example standard
                 */
                policy?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: "Accept-Encoding";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Kit"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getKitFile: {
        parameters: {
            query?: {
                /**
                 * @description The name of the policy that is filled in, and whose files are listed; none unless given.
                 * @example standard
                 */
                policy?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The name of the file.
                 * @example pointrelease.sh
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: "Accept-Encoding";
                    [name: string]: unknown;
                };
                content: {
                    "text/x-shellscript": string;
                    "application/json": Record<string, never>;
                    "application/xml": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getKitEnforcementFile: {
        parameters: {
            query?: {
                /**
                 * @description The day to look from: later releases do not exist yet. Today in UTC unless given; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The name of a policy of the operator's file (`/policies` lists them).
                 * @example standard
                 */
                policy: string;
                /** @description For which tool: declarations of device management, Fleet or Nudge 2. */
                format: string;
                /**
                 * @description The name of the file.
                 * @example macos-26.json
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    /** @description Without `as_of` the answer holds for today only. */
                    "Cache-Control": "private, max-age=300" | "private, no-cache";
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: "Accept-Encoding";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "application/yaml": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The policy gives no deadline, and the format needs one: set `grace_days` in the policy. */
            409: {
                headers: {
                    "Data-Version": components["headers"]["Data-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getTables: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tables. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataTables"];
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    exportBoards: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with the names of the columns in its first line. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    exportReleases: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with the names of the columns in its first line. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    exportSupport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with the names of the columns in its first line. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    livez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "alive";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready, or degraded with the reasons. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Not ready, with the reasons. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "not ready",
                     *       "reasons": [
                     *         "starting"
                     *       ],
                     *       "data_version": null,
                     *       "data_changed": null,
                     *       "stale": false,
                     *       "frozen": false,
                     *       "feeds": []
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description State of the data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getReleasesFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The token that the address holds. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Releases as an Atom feed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getReleasesAtom: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Releases as an Atom feed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            304: components["responses"]["NotModified"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
}
