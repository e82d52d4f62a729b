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
         * Latest release, next release, or major versions of a board
         * @description The segment selects the operation:
         *
         *     - starts with a digit: the latest release of that major version, resolved with the canonical board of its era (a longer version answers for its major version);
         *     - `BOARD:MAJOR`: the latest release of that major version for the board (two components count as a major version);
         *     - `BOARD:VERSION` with at least three components: the same, and the next release;
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
         * @description Every board ID that supports the major version of the given version.
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
         * @description Every Mac once, in code-point order of its board ID, with its names, identifiers and the major versions it runs.
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
         * @description Names, kind, model identifiers, introduction and other identifiers, and for each major version the first and latest release and their number.
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
         * @description In version order, with first and latest release, number of releases and support; also the newest Macs and what changed in the last 31 days.
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
         * Every release of a major version
         * @description In version order, on any board. A longer version answers for its major version.
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
         * @description The CVEs that Apple lists for this release, known exploited vulnerabilities first, with Apple's article. Nothing is known about releases before 11.
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
         * @description Its release, day and kind, and the later updates inside that version that a Mac with this build is missing. `board_ids` are the boards it was made for, or null if not known. Letters match in any case.
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
         * Macs, releases, builds and CVEs by name
         * @description By any part of a name, a board ID, a model identifier, the number on the case, a release, its name (`Sonoma`) or a build, in any order; every word must match. A question is split into its parts: `CVE-2025-43300 Mac mini 2018`, `macOS 15.3 on my MacBook Air M1`, `air m1 sequoia`, `latest Sonoma`, `26.7.2 build`, `end of support`. Best first, each with its `kind`; use `limit` and `offset` to page. If nothing is found, `suggestions` says what to search for instead.
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
         * Advice for many Macs
         * @description Up to 100 times `item`, each `BOARD:VERSION` as in `/advice/{board_version}`, with the same policy for all. Each item has its own outcome.
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
         * Update status of a Mac, and what to do
         * @description Whether the version is current, behind or unsupported, the next release, how many fixes are missing, and what a policy requires by when.
         *
         *     `version` may be any number: a version that is newer than every known release, unknown, or made for other boards is answered as far as possible, and `version_standing` says which it is. A missing third component counts as zero; a bare major version such as `26` is not its first release, and is `unknown`. `days_behind` counts from the day the next release came out.
         *
         *     A build may replace the version (`J174AP:19H1217`) or follow it (`J174AP:10.15.7 (19H1217)`). Then updates that keep the version number count too: `updates_behind` of them are missing, `is_current` and `standing` take them into account, and `days_behind` counts from the first.
         *
         *     The target is the latest release of an allowed major version that is offered to the Mac, at least `defer_days` old and not excluded: of the Mac's own major version if that is allowed, else of the oldest allowed one that it runs. Allowed are the major versions up to `behind` back from Apple's newest on `as_of`, which counts once its first release is `defer_major_days` old, and everything newer. While that has no release old enough, the newest older major version that has one takes its place; while an allowed own major version has none, nothing is required. A board that runs no allowed major version gets the latest release of its own last one as target and never meets the policy (`blocked_by`).
         *
         *     A deadline belongs to the release. A Mac that arrives, or changes its major version, after it is overdue at once.
         *
         *     Parameters override the terms of the named `policy`. Without any of them there is no policy: `meets_policy`, `deadline` and `blocked_by` are null.
         *
         *     `Accept: text/plain` gives the same as `key=value` lines without the summary; null is an empty value.
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
         * Fixes that a Mac is missing
         * @description CVEs fixed in later releases of this major version, known exploited vulnerabilities first, each with the release it is fixed in. A release contains the fixes of earlier releases of its major version.
         *
         *     CVEs that newer major versions fix and this one does not list are counted separately, because Apple has not said whether this one is affected: `fixed_elsewhere_count` while it has had no release since, `not_stated_count` if it has. So an unsupported version is not clean even if nothing is missing.
         *
         *     `Accept: text/plain` gives the counts as `key=value` lines, with the exploited CVEs.
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
         * @description The releases of 11 and later that fix it, what is known for each major version, and whether it is exploited: listed in CISA's KEV catalog, or reported by Apple. Letters match in any case.
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
         * @description For a board on a version: `fixed`, `missing`, `not-stated` or `unknown`, why, and what to install.
         *
         *     A CVE that a newer major version fixed and this one does not list is `not-stated`: silence does not prove that it is safe. Scanners that know only ranges such as "before 26.2" report such Macs as vulnerable. A WebKit vulnerability may be fixed by an update of Safari, which is not considered here.
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
         * Named policies
         * @description The policies for `policy` of `/advice`, in the order of the operator's file; empty if none are set up.
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
         * SOFA feed, first schema
         * @description For tools that can read a SOFA feed from another address. Available if the operator has set `SOFA_FEED`: with `key` send the license key as it is or as the password of HTTP Basic; with `public` no key is needed.
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
         * SOFA feed, second schema
         * @description For tools that can read a SOFA feed from another address. Available if the operator has set `SOFA_FEED`: with `key` send the license key as it is or as the password of HTTP Basic; with `public` no key is needed.
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
         * Enforcement files of a policy
         * @description The first file of the format, the same as `pointrelease enforce` prints: for `ddm` the groups of Macs that share a target, each with its declaration, board IDs and model identifiers; for `fleet` labels, policies and controls as GitOps YAML; for `nudge` one configuration for all Macs.
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
         * One enforcement file of a policy
         * @description Any file that `pointrelease enforce --out` writes: `groups.json`, `macos-26.json` and `macos-26-late.json` of `ddm`; `fleet.yml`, `labels.yml`, `policies.yml`, `controls.yml` and `macos-26.json` of `fleet`; `nudge.json` and `nudge-macos-26.json` of `nudge`; `deferrals.json` of `ddm` and `fleet`; with `activations` also `bundle.json`, `macos-26.activation.json`, `macos-26.predicate.txt` and `macos-26.payload.json`. A problem lists the available files.
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
         * The kit: clients and enforcement files
         * @description Every file of the kit with its path, size and SHA-256: the clients with the address of this service filled in and, with `policy`, the enforcement files of that policy.
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
         * @description The same bytes as `/enforce/{policy}/{format}/{file}`; if the SOFA feed of this service is public, the Nudge files name it.
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
         * @description The text of every table, for programs that look up many Macs locally. The fleet report downloads it once and sends no inventory data anywhere.
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
         * @description One row for each board: names, model identifiers, its first release and its latest. Cells that look like formulas start with an apostrophe.
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
         * @description One row for each release: its major version, day and builds. Cells that look like formulas start with an apostrophe.
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
         * @description One row for each board and release that it runs, with the next release and the latest of the major version, ready to join with an inventory. Cells that look like formulas start with an apostrophe.
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
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Agents (Model Context Protocol)
         * @description The read-only tools for agents over the streamable HTTP transport of the protocol, revision 2026-07-28 and earlier ones. Stateless: each request stands by itself. Available if the operator has set `MCP=on`. A request with an `Origin` of another address is refused.
         */
        post: operations["postMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Events of payments (Stripe)
         * @description Takes events of Stripe and issues, suspends or revokes licenses. Available if the operator has set `STRIPE_WEBHOOK_SECRET`. Instead of a license key, the `Stripe-Signature` header proves who sent the body. An event may be sent again, and in any order. Only Stripe calls this.
         */
        post: operations["postStripeEvent"];
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
         * @description The version of the data, when it last changed, when each feed was last polled and last answered, and how many items are held for review.
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
         * @description The same feed for readers that cannot send a header. `license feed` prints the address; its token opens only this feed, and can be revoked.
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
    "/feeds/{token}/calendar.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases and ends of support as a calendar, without a header
         * @description The calendar for programs that cannot send a header, with the token of the Atom feed.
         */
        get: operations["getReleasesCalendarFeed"];
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
    "/calendar.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases and ends of support as a calendar
         * @description Releases of major versions since 2016 as they came, and when their support ended; an end that is only expected is a month, is called so and is tentative.
         */
        get: operations["getReleasesCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/license": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The license of the key
         * @description Until when the key works, its rate limit, and its requests. The counts may be a minute behind. With `Accept: text/plain` the members are `name=value` lines.
         */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses of the feed and the calendar
         * @description Where this license reads the Atom feed and the calendar without a header. Both are null until an address is made.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the address of the feed and the calendar
         * @description Gives the address that there is, or makes one. There only if the operator has set `SUBSCRIPTIONS`.
         */
        post: operations["startSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the address of the feed and the calendar
         * @description Within a second the address opens nothing. There only if the operator has set `SUBSCRIPTIONS`.
         */
        post: operations["endSubscription"];
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
        /** @description The latest release of a major version, and the next release after a given one. */
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
            /** @description The version in the path, as written there. */
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
             * @description Release date of the next release.
             */
            requested_version_proximo_releasedDate: string;
        };
        /** @description The major versions of a board. */
        BoardRecord: {
            board_id: string;
            /** @description Every major version the board has ever supported, ascending. Modern major versions are written `14.0`. */
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
                /** @description Every identifier of the same Mac, the main one first: a T2 Mac has several. If the name belongs to several boards with the same answer, the identifiers of all of them. */
                board_ids: string[];
                /** @enum {string} */
                kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine" | "other";
                /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
                has_t2: boolean;
                /**
                 * @description The processor. One model number may cover machines of both early kinds.
                 * @enum {string}
                 */
                architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual" | "other";
                name: string;
                model_identifiers: string[];
                /** @description The other identifiers of the same T2 machine. */
                twin_board_ids: string[];
                /**
                 * Format: date
                 * @description The day its oldest machine was introduced; null when unknown.
                 */
                introduced: string | null;
                /** @description The newest major version it runs. */
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
            /** @description Every identifier of the same Mac, the main one first: a T2 Mac has several, and a few Macs were sold under several numbers. If the name belongs to several boards with the same answer, the identifiers of all of them. */
            board_ids: string[];
            /** @enum {string} */
            kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine" | "other";
            /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
            has_t2: boolean;
            /**
             * @description The processor. One model number may cover machines of both early kinds.
             * @enum {string}
             */
            architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual" | "other";
            name: string;
            model_identifiers: string[];
            /** @description The other identifiers of the same T2 machine. */
            twin_board_ids: string[];
            /**
             * Format: date
             * @description The day its oldest machine was introduced; null when unknown.
             */
            introduced: string | null;
            /** @description The newest major version it runs. */
            latest_major: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            /** @description The newest major version for this board. */
            last_major: string | null;
            /** @description Whether that major version is supported. */
            gets_updates: boolean;
            /**
             * Format: date
             * @description The day its updates ended.
             */
            ended_on: string | null;
            /** @description The month in which its updates are expected to end if it gets no newer major version: an estimate. */
            estimated_end: string | null;
            /** @description The names of all machines with this identifier. */
            names: string[];
            /** @description Further names that resolve to this board. */
            aliases: string[];
            /** @description The numbers printed on its cases. Other boards may have the same. */
            case_numbers: string[];
            /** @description A note, in a full sentence. */
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
                /** @description The first release that this machine runs; null if not known. */
                first_version: string | null;
                /** Format: date */
                first_released: string | null;
                /** @description The last one; that of the board if not known. */
                last_version: string | null;
                /** Format: date */
                last_released: string | null;
                /** @description The first Mac OS X release of a machine that also runs Mac OS 9. */
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
                /** @description Apple's name of the system, such as `macOS 14` or `System 6.0`. */
                system_name: string;
                /** @description `Sonoma`; null for a major version without a name. */
                release_name: string | null;
                first_version: string;
                /** Format: date */
                first_released: string;
                latest_version: string;
                /** Format: date */
                latest_released: string;
                release_count: number;
                /**
                 * @description `current` for the newest major version, `maintained` for the two before it, `ended` (unsupported) for older ones. This is Apple's practice since 2016, which it has not published.
                 * @enum {string|null}
                 */
                support: "current" | "maintained" | "ended" | null;
                /**
                 * Format: date
                 * @description The day the third newer major version came out.
                 */
                ended_on: string | null;
                /** @description The month in which support is expected to end, while it has not. */
                estimated_end: string | null;
                /** @description The reason for the day or the month. */
                basis: string | null;
                /**
                 * Format: date
                 * @description The day of its last known build or release, server builds aside.
                 */
                last_update: string | null;
            }[];
            /** @description The sources for its machines and for what it runs. */
            sources: components["schemas"]["Source"][];
            /** @description The machine that was asked for, by `machine` or by name; null if the answer is for several machines. */
            machine: string | null;
        };
        /** @description One public build of a release. */
        Build: {
            build: string;
            /**
             * Format: date
             * @description The day it came out; null if not known.
             */
            released: string | null;
            /**
             * @description A security or supplemental update keeps the version number; a factory build shipped on new Macs.
             * @enum {string}
             */
            kind: "release" | "factory" | "security update" | "supplemental";
            /** @description Apple's name of the update. */
            name: string | null;
        };
        /** @description A security response: a Background Security Improvement or Rapid Security Response. It patches one release, leaves its version as it is and adds a letter. It is not a release. */
        SecurityResponse: {
            /** @description As a Mac shows it. */
            label: string;
            /** @description The release that it patches. */
            version: string;
            letter: string;
            /**
             * @description Background Security Improvement (from 2026) or Rapid Security Response (2023).
             * @enum {string}
             */
            kind: "bsi" | "rsr";
            /** @description The build that a Mac shows with it. */
            build: string;
            /** @description The build that it patches. Some inventories keep this one. */
            base_build: string;
            /** Format: date */
            released: string;
            /** @description Withdrawn by Apple. A Mac that shows it has its fixes. */
            withdrawn: boolean;
            /** @description The first release that has its fixes; null while none does. Releases before it lack them, whatever their number. */
            superseded_by: string | null;
            /**
             * Format: uri
             * @description Apple's article about it.
             */
            article: string | null;
            /** @description What it fixes, and nothing else. */
            cve_ids: string[];
            /** @description The boards that it was offered to. */
            board_ids: string[];
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
            sources: string[];
        };
        /** @description A build, and what comes after it inside its version. */
        BuildDetails: {
            build: string;
            version: string;
            /**
             * Format: date
             * @description The day it came out; null if not known.
             */
            released: string | null;
            /**
             * @description A security or supplemental update keeps the version number; a factory build shipped on new Macs. `bsi` and `rsr` are security responses.
             * @enum {string}
             */
            kind: "release" | "factory" | "security update" | "supplemental" | "bsi" | "rsr";
            /** @description Apple's name of the update. */
            name: string | null;
            /** @description Later updates that keep the version number, oldest first. */
            later_updates: components["schemas"]["Build"][];
            /** @description What it is, where it is a security response. */
            response: components["schemas"]["SecurityResponse"] | null;
            /** @description The security responses that patch it. */
            responses: components["schemas"]["SecurityResponse"][];
            /** @description The boards it was made for; null if not known. */
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
             * @description The day of the last update that kept the version number; null if there was none.
             */
            last_patched: string | null;
            /**
             * @description How much of the date is known.
             * @enum {string}
             */
            precision: "day" | "month" | "year";
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
            /** @description Rejected dates with their sources. */
            disputed: string[];
            /** @description Never offered as latest or next. */
            withdrawn: boolean;
            /**
             * Format: date
             * @description The last day on which Apple took it off its list; null if it never did. Until `listed_again_on` it is not an update target, and not the latest or next release of anything but the five operations.
             */
            pulled_on: string | null;
            /**
             * Format: date
             * @description The day on which Apple listed it again after `pulled_on`; null while it is pulled, and if it never was.
             */
            listed_again_on: string | null;
            /** @description In the list of a major version, the only boards it was pulled for; null if it was pulled for all, or never. */
            pulled_board_ids: string[] | null;
            /** @description The only boards it was made for; null if it was made for every board of the major version. */
            only_board_ids: string[] | null;
            /** @description Every public build of this version, by day, without the server edition. */
            builds: components["schemas"]["Build"][];
            /** @description Security responses for this release, by letter; for a board, those that it was offered. */
            responses: components["schemas"]["SecurityResponse"][];
            /** @description Published fixes in this release; null if Apple's list is not known. `/releases/{version}/cves` lists them. */
            cve_count: number | null;
            /** @description How many of them are known to be exploited. */
            exploited_count: number | null;
            /**
             * Format: uri
             * @description Apple's article about them.
             */
            security_article: string | null;
            /** @description A note, in a full sentence. */
            note: string | null;
            sources: string[];
        };
        /** @description Every release that a board runs. */
        BoardReleases: {
            board_id: string;
            /** @description Every identifier of the same Mac, the main one first: a T2 Mac has several. If the name belongs to several boards with the same answer, the identifiers of all of them. */
            board_ids: string[];
            count: number;
            /** @description In version order. */
            releases: components["schemas"]["Release"][];
            /** @description The sources. A token such as `wikipedia:System 7` names its source before the colon. */
            sources: components["schemas"]["Source"][];
        };
        /** @description A major version. */
        MajorSummary: {
            major: string;
            /** @enum {string} */
            era: "classic" | "legacy" | "modern";
            /** @description Apple's name of the system, such as `macOS 14` or `System 6.0`. */
            system_name: string;
            /** @description `Sonoma`; null for a major version without a name. */
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
             * @description `current` for the newest major version, `maintained` for the two before it, `ended` (unsupported) for older ones. This is Apple's practice since 2016, which it has not published.
             * @enum {string|null}
             */
            support: "current" | "maintained" | "ended" | null;
            /**
             * Format: date
             * @description The day the third newer major version came out.
             */
            ended_on: string | null;
            /** @description The month in which support is expected to end, while it has not. */
            estimated_end: string | null;
            /** @description The reason for the day or the month. */
            basis: string | null;
            /**
             * Format: date
             * @description The day of its last known build or release, server builds aside.
             */
            last_update: string | null;
            /** @description CVEs that the latest release fixes; null if its list is not known. */
            latest_cve_count: number | null;
            /** @description How many of them are known to be exploited. */
            latest_exploited_count: number | null;
            /**
             * Format: uri
             * @description Apple's article about them.
             */
            latest_security_article: string | null;
            /** @description Known exploited vulnerabilities fixed by the releases of this major version so far; null before 11. */
            exploited_closed: number | null;
            /** @description Releases after its end of support: exceptions that do not make it supported again. */
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
             * @description The day of the answer: today in UTC.
             */
            as_of: string;
            majors: components["schemas"]["MajorSummary"][];
            /** @description The Macs that were introduced last, newest first. */
            newest_macs: components["schemas"]["NewMac"][];
            /** @description What changed in the last 31 days, newest first. */
            recent: components["schemas"]["RecentChange"][];
        };
        /** @description Every release of a major version. */
        MajorReleases: {
            major: string;
            /** @enum {string} */
            era: "classic" | "legacy" | "modern";
            /** @description Apple's name of the system, such as `macOS 14` or `System 6.0`. */
            system_name: string;
            /** @description `Sonoma`; null for a major version without a name. */
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
             * @description `current` for the newest major version, `maintained` for the two before it, `ended` (unsupported) for older ones. This is Apple's practice since 2016, which it has not published.
             * @enum {string|null}
             */
            support: "current" | "maintained" | "ended" | null;
            /**
             * Format: date
             * @description The day the third newer major version came out.
             */
            ended_on: string | null;
            /** @description The month in which support is expected to end, while it has not. */
            estimated_end: string | null;
            /** @description The reason for the day or the month. */
            basis: string | null;
            /**
             * Format: date
             * @description The day of its last known build or release, server builds aside.
             */
            last_update: string | null;
            /** @description In version order. */
            releases: components["schemas"]["Release"][];
            /** @description The exploited vulnerabilities that the major fixed, each with its first release that has the fix, latest first. */
            exploited_cves: {
                cve_id: string;
                fixed_in: string;
                /** Format: date */
                fixed_on: string;
            }[];
            /** @description The sources. A token such as `wikipedia:System 7` names its source before the colon. */
            sources: components["schemas"]["Source"][];
            /** @description CVEs that the latest release fixes; null if its list is not known. */
            latest_cve_count: number | null;
            /** @description How many of them are known to be exploited. */
            latest_exploited_count: number | null;
            /**
             * Format: uri
             * @description Apple's article about them.
             */
            latest_security_article: string | null;
            /** @description Known exploited vulnerabilities fixed by the releases of this major version so far; null before 11. */
            exploited_closed: number | null;
            /** @description Releases after its end of support: exceptions that do not make it supported again. */
            late_releases: {
                version: string;
                /** Format: date */
                released: string;
            }[];
        };
        /** @description A Mac. `name` is the machine that matched best. */
        MacResult: {
            board_id: string;
            /** @description Every identifier of the same Mac, the main one first: a T2 Mac has several. If the name belongs to several boards with the same answer, the identifiers of all of them. */
            board_ids: string[];
            /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
            has_t2: boolean;
            /**
             * @description The processor. One model number may cover machines of both early kinds.
             * @enum {string}
             */
            architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual" | "other";
            name: string;
            model_identifiers: string[];
            /** @description The other identifiers of the same T2 machine. */
            twin_board_ids: string[];
            /**
             * Format: date
             * @description The day its oldest machine was introduced; null when unknown.
             */
            introduced: string | null;
            /** @description The newest major version it runs. */
            latest_major: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            /** @constant */
            kind: "mac";
            /** @enum {string} */
            board_kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine" | "other";
            /** @description Which of the machines that share the number was found, for the parameter `machine`; null if that is not known. */
            machine: string | null;
            without_number: null;
            /** @description The version that was searched for together with the Mac, as in `MacBook Air M1 14.7.2`. */
            version: string | null;
            /** @description The major version that was searched for together with the Mac, as in `iMac 2017 macOS 15`, also that of `version`; null if none was. */
            asked_major: string | null;
            /** @description Its latest release for this Mac; null if this Mac cannot run it, or if none was searched for. */
            asked_major_latest: string | null;
            /** @description Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant. */
            exact: boolean;
        };
        /** @description A Mac without a known model number, and so without a board. */
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
            /** @description Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant. */
            exact: boolean;
        };
        /** @description A release, or a major version. */
        ReleaseResult: {
            /** @constant */
            kind: "release";
            /** @description The release, or the major version such as `14`. */
            version: string;
            major: string;
            is_major: boolean;
            name: string;
            /** Format: date */
            released: string;
            latest_version: string;
            /** Format: date */
            latest_released: string;
            /** @description Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant. */
            exact: boolean;
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
             * @description The day it came out; null if not known.
             */
            released: string | null;
            /**
             * @description A security or supplemental update keeps the version number; a factory build shipped on new Macs. `bsi` and `rsr` are security responses.
             * @enum {string}
             */
            build_kind: "release" | "factory" | "security update" | "supplemental" | "bsi" | "rsr";
            /** @description Apple's name of the update. */
            name: string | null;
            /** @description Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant. */
            exact: boolean;
        };
        /** @description Macs, releases, builds and CVEs that match, best first. */
        SearchResults: {
            /** @description The search text, with single spaces. */
            query: string;
            /** @description How many results there are here. */
            count: number;
            /** @description How many there are in total. */
            total: number;
            /** @description How many results come before these. */
            offset: number;
            results: (components["schemas"]["MacResult"] | components["schemas"]["MacWithoutNumber"] | components["schemas"]["ReleaseResult"] | components["schemas"]["BuildResult"] | components["schemas"]["CveResult"] | components["schemas"]["ViewResult"])[];
            /** @description What to search for instead, if nothing was found. */
            suggestions: string[];
        };
        /** @description The update status of a Mac, and what to do. All members are always present. */
        Advice: {
            board_id: string;
            /** @description In its usual spelling: `14.0` for `14.0.0`. A bare major version such as `14` stays what it is. */
            version: string;
            /**
             * @description `known`: a release for this board; `withdrawn`, or no longer offered by Apple's list; `newer`: a number above every release of its major version that was out on `as_of`, up to x.12.15; `unknown`: any other number that no release has, a bare major version, or a major version that does not exist; `not-for-board`: a release for other boards; `beta`, by its build.
             * @enum {string}
             */
            version_standing: "known" | "withdrawn" | "newer" | "unknown" | "not-for-board" | "beta";
            major: string;
            /** Format: date */
            released: string | null;
            /** @description Whether it is the latest release of its major version that this board is offered, with nothing known to be missing; null if the board does not run the major version, for a number that no release has, and for a withdrawn release that nothing came after. */
            is_current: boolean | null;
            /** @description The next release for this board; null if there is none. */
            next_version: string | null;
            /** Format: date */
            next_released: string | null;
            /** @description The latest of its major version that this board is offered; null if it is offered none, such as a new Mac with the release from the factory. */
            latest_version: string | null;
            /** Format: date */
            latest_released: string | null;
            /** @description How many releases of its major version came after it. */
            releases_behind: number | null;
            /** @description How many days the next release has been out. */
            days_behind: number | null;
            /** @description The newest major version of which this board is offered a release. */
            latest_major: string | null;
            latest_major_version: string | null;
            /** Format: date */
            latest_major_released: string | null;
            /** @description How many newer major versions this board is offered. */
            majors_behind: number;
            /** Format: date */
            as_of: string;
            defer_days: number;
            behind: number;
            target_major: string | null;
            /** @description The release the policy requires: the latest of the Mac's own major version if that is allowed, else of the oldest allowed one. Null if nothing is old enough. */
            target_version: string | null;
            /** Format: date */
            target_released: string | null;
            /** @description Whether the version is the target or newer. */
            meets_target: boolean | null;
            /** @description Every identifier of the Macs with this name: the answer is the same for all. `board_id` is the first. */
            board_ids: string[];
            /**
             * @description The update status: `current` on the latest release of its major version or newer with nothing known to be missing, `behind`, or `ended` on an unsupported major version, whatever its release. Null if the board does not run the major version, for a number that no release has, and for a withdrawn release that nothing came after.
             * @enum {string|null}
             */
            standing: "current" | "behind" | "ended" | null;
            /**
             * @description Support of the major version: `current`, `maintained` or `ended` (unsupported). Null while it has no release.
             * @enum {string|null}
             */
            support: "current" | "maintained" | "ended" | null;
            /**
             * Format: date
             * @description The day of end of support: the third newer major version came out.
             */
            ended_on: string | null;
            /** @description The month in which end of support is expected: an estimate, because Apple publishes no date. */
            estimated_end: string | null;
            /** @description The named policy that was asked for. */
            policy: string | null;
            defer_major_days: number;
            exclude: string[];
            grace_days: number | null;
            exploited_grace_days: number | null;
            /**
             * Format: date
             * @description The day the release became the target: its release day plus the deferral or, if the Mac must change its major version, the day that major version became the oldest allowed one, whichever is later.
             */
            target_since: string | null;
            /** @description Whether the target, or a release on the way to it, fixes a known exploited vulnerability that this Mac is missing or, if it must change its major version, that is not stated for its own. */
            closes_exploited: boolean | null;
            /**
             * Format: date
             * @description `target_since` plus the grace days. Grace for an exploited vulnerability counts from the day its exploitation became known if that is later. Null without grace days, and for a Mac at its target or above.
             */
            deadline: string | null;
            /**
             * Format: date
             * @description The day that enforcement files carry for this Mac: the deadline, but never before tomorrow. Null without a deadline.
             */
            enforced_on: string | null;
            /** @description Days until the deadline; null for a late Mac, at the target, and without a deadline. */
            days_left: number | null;
            /** @description Days since `overdue_since`. */
            days_overdue: number | null;
            /**
             * Format: date
             * @description The oldest deadline that the Mac missed among the releases above its own that were its target on some day: a newer release does not reset it.
             */
            overdue_since: string | null;
            /** @description Whether the Mac meets the policy. False if hardware blocks it; null without a policy, for a beta, for a number that no release has, and instead of true if the build contradicts the version. */
            meets_policy: boolean | null;
            /**
             * @description `hardware` if the Mac cannot run a version as new as the policy requires.
             * @enum {string|null}
             */
            blocked_by: "hardware" | null;
            /**
             * @description `complete` if all lists of fixes are known, `lower-bound` if one is not, `unknown` before 11, for betas, for a number or a security response that is not known, and if the Mac does not run the version.
             * @enum {string}
             */
            exposure_known: "complete" | "lower-bound" | "unknown";
            /** @description CVEs that later releases of this major version fix on this Mac; null if not known. */
            missing_count: number | null;
            /** @description How many of them are exploited. */
            exploited_missing_count: number | null;
            /** @description CVEs fixed in newer major versions while this one has had no release with a complete list since. Apple has not said whether this one is affected, so they are not counted as missing. */
            fixed_elsewhere_count: number | null;
            /** @description How many of them are exploited. */
            fixed_elsewhere_exploited_count: number | null;
            /** @description CVEs that newer major versions fix and that the complete lists of this one, published since while it was supported, do not name. That does not prove that it is safe. */
            not_stated_count: number | null;
            /** @description How many of them are exploited. */
            not_stated_exploited_count: number | null;
            /** @description The build in the request. */
            build: string | null;
            /** @description How many updates of this version the Mac is missing; null without a known build. */
            updates_behind: number | null;
            /** @description The first of them. */
            next_build: string | null;
            /** Format: date */
            next_build_released: string | null;
            /** @description The last of them. */
            latest_build: string | null;
            /** Format: date */
            latest_build_released: string | null;
            /** @description The letter of the security response that the Mac reported by letter or build; null where none is known. */
            response: string | null;
            /**
             * @description Whether that is the latest one for its release on this Mac. `not-reported`: one is out, and neither letter nor build says whether it is installed; its fixes count as missing. `unknown`: a letter or build was reported that is not known here. Null where there is none.
             * @enum {string|null}
             */
            response_standing: "latest" | "behind" | "not-reported" | "unknown" | null;
            /** @description The latest security response for the installed release on this Mac. */
            latest_response: string | null;
            latest_response_build: string | null;
            /** Format: date */
            latest_response_released: string | null;
            /** @description How many of the missing fixes a security response of this version has that may be installed, because no letter was reported. */
            maybe_fixed_count: number | null;
            /** @description How version and build contradict each other, in a sentence. A known build decides. If the build is not known, the version counts, but the Mac does not count as meeting a policy. */
            doubt: string | null;
            /**
             * @description What to do: nothing; update; update to the last release for this Mac, then plan a replacement; replace it, because nothing newer comes; or check the version, which does not fit this Mac, or the build, which Apple replaced. A policy decides if there is one; otherwise what keeps the Mac supported.
             * @enum {string}
             */
            action: "none" | "update" | "update-then-replace" | "replace" | "check";
            /** @description The release to update to; null if there is none. It is the version itself if an update keeps the version number. */
            recommended_version: string | null;
            /** @description The action in plain words, without a full stop. */
            headline: string;
            /** @description Why, in one sentence. */
            reason: string;
            /** @description The advice in plain words: the headline, the reason, and everything else. */
            summary: string;
        };
        /** @description RFC 9457 problem details. Members after `code` help to correct the request. */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {string} */
            code: "bad-encoding" | "bad-parameter" | "bad-host" | "bad-signature" | "bad-event" | "key-refused" | "license-ended" | "not-found" | "board-unknown" | "board-ambiguous" | "version-unknown" | "major-unknown" | "major-not-supported" | "release-unknown" | "build-unknown" | "release-newer" | "release-not-for-board" | "cve-unknown" | "policy-unknown" | "format-unknown" | "file-unknown" | "method-not-allowed" | "policy-without-deadline" | "too-many-requests" | "internal-error" | "not-ready";
            /**
             * Format: date
             * @description Of `license-ended`: the last day on which the key worked.
             */
            ended_on?: string;
            /**
             * Format: uri
             * @description Of `license-ended`: where to renew it; null if the operator named no address.
             */
            renew_url?: string | null;
            suggestions?: string[];
            candidates?: string[];
            /** @description The boards of `candidates`, with name and year. */
            boards?: {
                board_id: string;
                name: string;
                year: string | null;
            }[];
            /** @description The Mac that was named, if it has no model number. */
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
            /** @description The available policies. */
            policies?: string[];
            /** @description The available formats. */
            formats?: string[];
            /** @description The available files. */
            files?: string[];
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "degraded" | "not ready";
            reasons: string[];
            data_version: string | null;
            /** Format: date-time */
            data_changed: string | null;
            /** @description Apple's update service has not answered for a day. */
            stale: boolean;
            /** @description Apple's update service always answers the same. */
            frozen: boolean;
            /** @description How many items of new data are held for review. */
            held_for_review: number;
            feeds: {
                feed: string;
                /**
                 * @description `waiting` until its first answer, `stale` after a day without one, `frozen` if it always answers the same, `off` with `FEEDS=off`.
                 * @enum {string}
                 */
                state: "waiting" | "fresh" | "stale" | "frozen" | "off";
                /** Format: date-time */
                last_answer: string | null;
            }[];
        };
        /** @description What SOFA's own documents describe, from these tables. `XProtect…` and `InstallationApps` are present and empty. */
        SofaFeed: {
            /** @description SHA-256 of everything else. */
            UpdateHash: string;
            /** @description Each major version with its releases, newest first. */
            OSVersions: Record<string, never>[];
            /** @description Model identifiers with their names and the major versions that each runs. */
            Models: Record<string, never>;
        };
        /** @description Which data is served, and how fresh it is. */
        Dataset: {
            data_version: string;
            /** Format: date-time */
            data_changed: string;
            /** @description Whether feeds are polled. */
            following: boolean;
            /** @description Apple's update service has not answered for a day. */
            stale: boolean;
            /** @description Apple's update service always answers the same. */
            frozen: boolean;
            /** @description The document of a feed lacks members that it always had: `missing_members` of the feed names them. */
            feed_shape_changed: boolean;
            /** @description How far the clock of the service is ahead of those of the feeds; negative if it is behind, null if no feed tells. */
            clock_off_seconds: number | null;
            /** @description Items held for review. */
            held_for_review: number;
            /** @description The older name of `held_for_review`. */
            quarantine: number;
            /**
             * Format: date-time
             * @description Since when the oldest item is held for review.
             */
            held_since: string | null;
            /** @description Releases that Apple took off its list and has not listed again. They are not update targets. */
            pulled: {
                version: string;
                /** Format: date */
                pulled_on: string;
                /** @description The only boards it was pulled for; null for all. */
                board_ids: string[] | null;
            }[];
            feeds: {
                feed: string;
                /**
                 * @description `waiting` until its first answer, `stale` after a day without one, `frozen` if it always answers the same, `off` with `FEEDS=off`.
                 * @enum {string}
                 */
                state: "waiting" | "fresh" | "stale" | "frozen" | "off";
                /** Format: date-time */
                last_try: string | null;
                /** Format: date-time */
                last_answer: string | null;
                /**
                 * Format: date-time
                 * @description When its answer last changed.
                 */
                last_change: string | null;
                failures: number;
                problem: string | null;
                /** @description Documents still to be fetched in the next polls. */
                pending: number;
                /** @description Members that its document always had and lacks now. */
                missing_members: string[];
            }[];
        };
        /** @description A source. */
        Source: {
            /** @description Its token in records. */
            source: string;
            name: string;
            /**
             * Format: uri
             * @description Its address; null if it has none.
             */
            url: string | null;
        };
        /** @description The fixes a Mac is missing. All members are always present. */
        Exposure: {
            board_id: string;
            /** @description Every identifier of the Macs with this name: the answer is the same for all. */
            board_ids: string[];
            version: string;
            major: string;
            /** Format: date */
            as_of: string;
            /**
             * @description `complete` if all lists of fixes are known, `lower-bound` if one is not. `unknown` before 11, and for a version or a security response that is not known: the counts are then null.
             * @enum {string}
             */
            known: "complete" | "lower-bound" | "unknown";
            /** @description CVEs fixed in later releases and security responses of this major version. */
            missing_count: number | null;
            /** @description How many of them are exploited. */
            exploited_missing_count: number | null;
            /** @description How long the first missing fix has been out; 0 if none is missing. */
            exposed_days: number | null;
            /** @description Known exploited vulnerabilities first, then by day. */
            missing: {
                cve_id: string;
                /** @description The first that has it on this Mac, or the first of all if this Mac is offered none: a release, or a security response such as `26.3.1 (a)`. */
                fixed_in: string;
                /** Format: date */
                fixed_on: string;
                /** @description The build of that security response; null for a release. */
                fixed_in_build: string | null;
                /** @description The nearest release or security response that this Mac can install and that has the fix; null if it is offered none. */
                install: string | null;
                /** @description Listed in CISA's KEV catalog, or reported by Apple, on `as_of`. */
                exploited: boolean;
                /**
                 * Format: date
                 * @description The day it was added to CISA's KEV catalog.
                 */
                kev_added: string | null;
                /**
                 * Format: date
                 * @description CISA's due date.
                 */
                kev_due: string | null;
            }[];
            /** @description CVEs fixed in newer major versions while this one has had no release with a complete list since. Apple has not said whether this one is affected, so they are not counted as missing. */
            fixed_elsewhere_count: number | null;
            /** @description How many of them are exploited. */
            fixed_elsewhere_exploited_count: number | null;
            /** @description The letter of the security response that the Mac reported by letter or build; null where none is known. */
            response: string | null;
            /**
             * @description Whether that is the latest one for its release on this Mac. `not-reported`: one is out, and neither letter nor build says whether it is installed; its fixes count as missing. `unknown`: a letter or build was reported that is not known here. Null where there is none.
             * @enum {string|null}
             */
            response_standing: "latest" | "behind" | "not-reported" | "unknown" | null;
            /** @description The latest security response for the installed release on this Mac. */
            latest_response: string | null;
            latest_response_build: string | null;
            /** Format: date */
            latest_response_released: string | null;
            /** @description How version and build contradict each other, as in `/advice`; null if they do not. */
            doubt: string | null;
            /** @description How many of the missing fixes a security response of this version has that may be installed, because no letter was reported. */
            maybe_fixed_count: number | null;
            /** @description The exploited ones among them. */
            fixed_elsewhere_exploited: string[];
            /** @description CVEs that newer major versions fix and that the complete lists of this one, published since while it was supported, do not name. That does not prove that it is safe. */
            not_stated_count: number | null;
            /** @description How many of them are exploited. */
            not_stated_exploited_count: number | null;
            /** @description The exploited ones among them. */
            not_stated_exploited: string[];
            summary: string;
        };
        /** @description Which releases and security responses fix a CVE: at least one, also of those before 11. */
        Cve: {
            cve_id: string;
            /** @description Every release that fixes it, in version order. */
            fixed_in: string[];
            /** @description Security responses that fix it, each for its own version alone. */
            fixed_in_responses: string[];
            /** @description The releases and updates before 11 that fixed it, as people name them, for CVEs of CISA's KEV catalog that no later release lists. Every release from 11 on has the fix. */
            fixed_before_11: string[];
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
            /** @description Major versions that neither list it nor had the fix from their first release, in version order. Apple has not said whether they are affected; `majors` says why. */
            not_stated_for: string[];
            /** Format: date */
            as_of: string;
            /** @description What is known for each major version from 11 that was out on `as_of`, in version order. */
            majors: {
                major: string;
                /** @enum {string} */
                state: "fixed" | "not-stated";
                /**
                 * @description `listed`: a release or security response of this major version lists it; `later-major`: it was fixed before this major version came out. Null unless fixed.
                 * @enum {string|null}
                 */
                fixed_because: "listed" | "later-major" | null;
                /**
                 * @description `no-release-since`: the major version has had no release with a complete list since it was fixed in newer ones; `released-since`: it has, and they do not list it, which does not prove that it is safe; `older-only`: only older major versions list it, and no count of `/exposure` has it. Null unless not stated.
                 * @enum {string|null}
                 */
                not_stated_because: "no-release-since" | "released-since" | "older-only" | null;
                /** @description The first release or security response of this major version that lists it. */
                fixed_in: string | null;
                /** Format: date */
                fixed_on: string | null;
            }[];
            fixes: {
                version: string;
                major: string;
                /** Format: date */
                released: string;
                /**
                 * Format: uri
                 * @description Apple's article about the release.
                 */
                article: string | null;
                /** @enum {string} */
                confidence: "high" | "medium" | "low";
                sources: string[];
            }[];
            responses: components["schemas"]["SecurityResponse"][];
        };
        /** @description What one release fixes. */
        ReleaseCves: {
            version: string;
            major: string;
            /** Format: date */
            released: string;
            /**
             * @description `listed` (the whole list), `partial`, `none` (Apple published no CVE) or `unknown`.
             * @enum {string}
             */
            known: "listed" | "partial" | "none" | "unknown";
            /**
             * Format: uri
             * @description Apple's article.
             */
            article: string | null;
            /** @description Null when the list is unknown. */
            count: number | null;
            exploited_count: number | null;
            /** @description Known exploited vulnerabilities first, then by number. */
            cves: {
                cve_id: string;
                exploited: boolean;
                /** Format: date */
                kev_added: string | null;
                /** Format: date */
                kev_due: string | null;
                /** @description The first release of the major version that fixes it: Apple lists some again. */
                first_fixed_in: string;
                /** @enum {string} */
                confidence: "high" | "medium" | "low";
            }[];
            note: string | null;
        };
        /** @description The named policies. */
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
            /** @description Null if there is none. */
            advice: components["schemas"]["Advice"] | null;
            /** @description Why there is no advice; null if there is. */
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
            /** @description The major versions it runs, in version order. */
            majors: string[];
        };
        /** @description A change. Members that do not apply are null. */
        RecentChange: {
            /** Format: date */
            day: string;
            /**
             * @description `release`; `update` that keeps the version number; `mac` introduced; `end` of support of a major version; `exploited`: a vulnerability is known to be exploited.
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
            /** @description The address in the files. */
            address: string | null;
            policy: string | null;
            /** @description The available ones. */
            policies: string[];
            files: {
                /**
                 * @description `client`, or its format.
                 * @enum {string}
                 */
                kind: "client" | "ddm" | "fleet" | "nudge";
                name: string;
                path: string;
                /** @description What it is for; null if the name says it. */
                what: string | null;
                type: string;
                bytes: number;
                sha256: string;
            }[];
            /** @description Formats that the policy cannot have, and why. */
            refused: {
                format: string;
                because: string;
            }[];
            /** @description What the policy asks for and the files of a format do not do. */
            notices: {
                format: string;
                notice: string;
            }[];
        };
        /** @description Whether a Mac on a version has the fix of a CVE. */
        CveCheck: {
            cve_id: string;
            board_id: string;
            board_ids: string[];
            version: string;
            /**
             * @description It has the fix; a later release or security response of its major version has it; Apple has not said whether its major version is affected; or the version, or the reported security response, is not known.
             * @enum {string}
             */
            state: "fixed" | "missing" | "not-stated" | "unknown";
            /**
             * @description `listed` for its release or security response; `later-release`: an earlier release of its major version lists it; `later-major`: it was fixed before its major version came out, which does not list it. Null unless fixed.
             * @enum {string|null}
             */
            fixed_because: "listed" | "later-release" | "later-major" | null;
            /**
             * @description `no-release-since`: the major version has had no release with a complete list since it was fixed in newer ones; `released-since`: it has, and they do not list it, which does not prove that it is safe; `older-only`: only older major versions list it, and no count of `/exposure` has it. Null unless not stated.
             * @enum {string|null}
             */
            not_stated_because: "no-release-since" | "released-since" | "older-only" | null;
            /** @description The nearest release or security response that this Mac can install and that has the fix. Null if there is none, if it has the fix, and for `released-since` and `older-only`. */
            install: string | null;
            /** @description The first that has it on this Mac: a release, or a security response such as `26.3.1 (a)`; null where none is stated. */
            fixed_in: string | null;
            /** Format: date */
            fixed_on: string | null;
            /** @description The build of that security response; null for a release. */
            fixed_in_build: string | null;
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
                /** @description Every identifier of the same Mac, the main one first: a T2 Mac has several. If the name belongs to several boards with the same answer, the identifiers of all of them. */
                board_ids: string[];
                /** @enum {string} */
                kind: "apple-silicon" | "intel" | "t2" | "model-number" | "virtual-machine" | "other";
                /** @description Whether it is a Mac with a T2 chip, which has an identifier of kind `t2` and one of kind `intel`. */
                has_t2: boolean;
                /**
                 * @description The processor. One model number may cover machines of both early kinds.
                 * @enum {string}
                 */
                architecture: "68k" | "powerpc" | "68k-powerpc" | "intel" | "apple-silicon" | "virtual" | "other";
                name: string;
                model_identifiers: string[];
                /** @description The other identifiers of the same T2 machine. */
                twin_board_ids: string[];
                /**
                 * Format: date
                 * @description The day its oldest machine was introduced; null when unknown.
                 */
                introduced: string | null;
                /** @description The newest major version it runs. */
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
            /** @description Security responses that fix it, each for its own version alone. */
            fixed_in_responses: string[];
            /** @description The releases and updates before 11 that fixed it, as people name them. Every release from 11 on has the fix. */
            fixed_before_11: string[];
            /** @description The systems that Apple lists it for, such as iOS, if macOS is none of them; else empty. */
            other_systems: string[];
            /** @description The Mac in the search text, for `/cves/{cve_id}/{mac}:{version}`. */
            board_id: string | null;
            /** @description The name of that Mac. */
            mac: string | null;
            /** @description The version in the search text. */
            version: string | null;
            /** @description Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant. */
            exact: boolean;
        };
        /** @description A view of the page that answers the question, such as "end of support". */
        ViewResult: {
            /** @constant */
            kind: "view";
            name: string;
            /** @description Its address below that of the service. */
            path: string;
            /** @description Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant. */
            exact: boolean;
        };
        /** @description The license of a key. */
        License: {
            /** @description Its short name, safe to say on the telephone. */
            id: string;
            /**
             * Format: date
             * @description The last day on which the key works, in UTC; null for no end.
             */
            ends_on: string | null;
            /** @description Days until then, 0 on the last day; null for no end. */
            days_left: number | null;
            /** @description Requests in a window of so many seconds; null for no limit. */
            rate_limit: {
                requests: number;
                seconds: number;
            } | null;
            /** @description Requests since midnight UTC. */
            requests_today: number;
            /** @description Requests of the last 30 days, today included. */
            requests_30_days: number;
            /**
             * Format: uri
             * @description Where to renew it; null if the operator named no address.
             */
            renew_url: string | null;
        };
        /** @description Where a license reads the feed and the calendar without a header. */
        Subscription: {
            /** Format: uri */
            atom: string | null;
            /** Format: uri */
            calendar: string | null;
            /** @description Whether the address can be made and ended here (`SUBSCRIPTIONS`). */
            can_change: boolean;
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
        /** @description The percent-encoding of the path is invalid. */
        BadEncoding: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:bad-encoding",
                 *       "title": "Invalid percent-encoding",
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
        /** @description The percent-encoding of the path or query is invalid, or a query parameter is: `parameter` names it and `expected` says what is valid. A parameter that the address does not take is refused, with the nearest ones in `suggestions`; so is one that is given twice and is not a list. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:pointrelease:problem:bad-parameter",
                 *       "title": "Invalid query parameter",
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
        /** @description The `Authorization` header is missing, invalid, or holds the undecoded (base64) key; or the license of the key ended (`license-ended`). */
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
                    code?: "key-refused" | "license-ended";
                };
            };
        };
        /** @description Not found; `code` says what, and other members suggest what to ask instead. */
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
                 *       "detail": "there is no board \"J31AP\"",
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
        /** @description Only GET and HEAD are allowed. */
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
        /** @description The limit of the license, or of this client address, is used up. */
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
                 *       "detail": "the rate limit of this license is used up: try again in 1 second",
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
        /** @description The name of one of the machines that share the model number: the answer is then for this machine only. */
        Machine: string;
    };
    requestBodies: never;
    headers: {
        /** @description Strong; depends on the content and its encoding. */
        ETag: string;
        /** @description The moment the data set last changed. */
        "Last-Modified": string;
        "Cache-Control": "private, max-age=300";
        /** @description The state of the data the answer comes from. */
        "Data-Version": string;
        /** @description Seconds to wait. */
        "Retry-After": string;
        Allow: "GET, HEAD";
        /** @description Long answers are compressed if the client accepts it. */
        "Vary-Encoding": "Accept-Encoding";
        /** @description The answer has several content types, and is compressed if it is long and the client accepts it. */
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
            400: components["responses"]["BadRequest"];
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
                /** @description The name of one of the machines that share the model number: the answer is then for this machine only. */
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
            400: components["responses"]["BadRequest"];
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
                /** @description The name of one of the machines that share the model number: the answer is then for this machine only. */
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
                /** @description How many results to skip. */
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /** @description The name of a policy. */
                policy?: string;
                /** @description How many major versions back from Apple's newest: 1 for N-1, 2 for N-2. */
                behind?: number;
                /** @description Days a release must be out before it becomes the target. */
                defer_days?: number;
                /** @description Days the first release of a major version must be out before the major version counts. Default: `defer_days`. */
                defer_major_days?: number;
                /**
                 * @description Releases that are never the target, separated by commas.
                 * @example 27.2,26.7.2
                 */
                exclude?: string;
                /** @description Days from `target_since` to the deadline. */
                grace_days?: number;
                /** @description The same if the update fixes a known exploited vulnerability, if that is shorter. */
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /** @description The name of a policy. */
                policy?: string;
                /** @description How many major versions back from Apple's newest: 1 for N-1, 2 for N-2. */
                behind?: number;
                /** @description Days a release must be out before it becomes the target. */
                defer_days?: number;
                /** @description Days the first release of a major version must be out before the major version counts. Default: `defer_days`. */
                defer_major_days?: number;
                /**
                 * @description Releases that are never the target, separated by commas.
                 * @example 27.2,26.7.2
                 */
                exclude?: string;
                /** @description Days from `target_since` to the deadline. */
                grace_days?: number;
                /** @description The same if the update fixes a known exploited vulnerability, if that is shorter. */
                exploited_grace_days?: number;
                /** @description The name of one of the machines that share the model number: the answer is then for this machine only. */
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
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
            400: components["responses"]["BadRequest"];
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
                /** @description How many unsupported major versions are listed, the latest first. */
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
                /** @description How many unsupported major versions are listed, the latest first. */
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /**
                 * @description Whether declarations scope themselves, with an activation and a predicate for each (`ddm` alone). Try one Mac first.
                 * @example false
                 */
                activations?: "true" | "false";
                /**
                 * @description The MDM whose shape the declarations have (`ddm` alone); `raw` is Apple's own.
                 * @example raw
                 */
                mdm?: "raw" | "jamf" | "simplemdm" | "fleetdm" | "zentral" | "kmfddm";
                /**
                 * @description Whether there are also files for Macs on a newer major version than the policy requires. Such a file upgrades every Mac that gets it, so give it only to Macs on that major version.
                 * @example false
                 */
                own_major?: "true" | "false";
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
                /** @description For which tool: declarations of device management, Fleet (fleetdm) or Nudge 2. */
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
            /** @description The policy has no deadline, and the format needs one: set `grace_days` in the policy. */
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /**
                 * @description Whether declarations scope themselves, with an activation and a predicate for each (`ddm` alone). Try one Mac first.
                 * @example false
                 */
                activations?: "true" | "false";
                /**
                 * @description The MDM whose shape the declarations have (`ddm` alone); `raw` is Apple's own.
                 * @example raw
                 */
                mdm?: "raw" | "jamf" | "simplemdm" | "fleetdm" | "zentral" | "kmfddm";
                /**
                 * @description Whether there are also files for Macs on a newer major version than the policy requires. Such a file upgrades every Mac that gets it, so give it only to Macs on that major version.
                 * @example false
                 */
                own_major?: "true" | "false";
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
                /** @description For which tool: declarations of device management, Fleet (fleetdm) or Nudge 2. */
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
                    "text/plain": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The policy has no deadline, and the format needs one: set `grace_days` in the policy. */
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
                 * @description The policy to fill in, and whose files are listed. Default: none.
                 * @example standard
                 */
                policy?: string;
                /**
                 * @description Whether there are also files for Macs on a newer major version than the policy requires. Such a file upgrades every Mac that gets it, so give it only to Macs on that major version.
                 * @example false
                 */
                own_major?: "true" | "false";
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
                 * @description The policy to fill in, and whose files are listed. Default: none.
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
                 * @description The day to look from: later releases do not exist yet. Default: today in UTC; the answer then holds for today only, and says so in `Cache-Control`.
                 * @example 2026-11-01
                 */
                as_of?: string;
                /**
                 * @description Whether declarations scope themselves, with an activation and a predicate for each (`ddm` alone). Try one Mac first.
                 * @example false
                 */
                activations?: "true" | "false";
                /**
                 * @description The MDM whose shape the declarations have (`ddm` alone); `raw` is Apple's own.
                 * @example raw
                 */
                mdm?: "raw" | "jamf" | "simplemdm" | "fleetdm" | "zentral" | "kmfddm";
                /**
                 * @description Whether there are also files for Macs on a newer major version than the policy requires. Such a file upgrades every Mac that gets it, so give it only to Macs on that major version.
                 * @example false
                 */
                own_major?: "true" | "false";
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
                /** @description For which tool: declarations of device management, Fleet (fleetdm) or Nudge 2. */
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
            /** @description The policy has no deadline, and the format needs one: set `grace_days` in the policy. */
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
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
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    postMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One JSON-RPC message, at most 16 KB. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The JSON-RPC response; for clients of earlier revisions as the one event of a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "text/event-stream": string;
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not a message of the protocol; the body is a JSON-RPC error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    postStripeEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The time and one or more signatures of the body: `t=1731859200,v1=…`. */
                "Stripe-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description One event of Stripe, at most 64 KB. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The event and everything that follows from it is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                        /**
                         * @description The state of the order, `repeated` if the event had come before, `kept` until its order comes, or `ignored`.
                         * @enum {string}
                         */
                        result: "paid" | "refunded" | "disputed" | "held" | "waiting" | "failed" | "repeated" | "kept" | "ignored";
                    };
                };
            };
            /** @description The signature is not valid (`bad-signature`), or the body is not an event (`bad-event`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["NotReady"];
        };
    };
    livez: {
        parameters: {
            query?: {
                /** @description The ID in running.json of the state folder: 404 unless this service has it. */
                instance?: string;
            };
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
                        /** @description The version of the program, if the request names the ID of this service. */
                        release?: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
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
                     *       "held_for_review": 0,
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
            400: components["responses"]["BadRequest"];
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
                /** @description The token in the address. */
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
    getReleasesCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The token in the address. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
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
    getReleasesCalendar: {
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
            /** @description The calendar. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Data-Version": components["headers"]["Data-Version"];
                    Vary: components["headers"]["Vary-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
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
    getLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The license of the key that asks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                    /**
                     * @example id=7KQ2M9XA
                     *     ends_on=2027-01-31
                     *     days_left=74
                     *     requests_today=12
                     *     requests_30_days=4210
                     *     renew_url=https://shop.example/renew
                     *     rate_limit=600/60s
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Refused"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSubscription: {
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
                    "application/json": components["schemas"]["Subscription"];
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
    startSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    endSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
}
