// Answers license holders at the edge, from the data of its deployment. README.md says how to deploy it.
import { openCatalog } from '@pointrelease/core';
import lookup from '@pointrelease/core/data/lookup.json' with { type: 'json' };
import names from '@pointrelease/core/data/names.json' with { type: 'json' };
import security from '@pointrelease/core/data/security.json' with { type: 'json' };
import sources from '@pointrelease/core/data/sources.json' with { type: 'json' };
import { acceptKeys, handler } from '@pointrelease/core/http';

const { catalog } = openCatalog([lookup, names, security, sources]);
const today = () => new Date().toISOString().slice(0, 10);
// Cloudflare passes its secrets with a request, Deno has them in the environment.
const keysOf = (env) => globalThis.Deno?.env.get('KEYS') ?? env.KEYS;
let answer = null;

export default {
	fetch(request, env) {
		answer ??= handler({ catalog, today, authorize: acceptKeys(keysOf(env)) });
		return answer(request);
	},
};
