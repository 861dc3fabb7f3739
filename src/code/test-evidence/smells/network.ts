import { argumentsOf, type CodeText, literalOf } from '../../lex/code-text.ts';
import type { DraftSmell } from '../reading.ts';

/** Calls that go to the network at once; those of objects are known by object and name. */
const FETCHING =
  /^(?:fetch|got|axios|urlopen|requests\.(?:get|post|put|delete|head|request)|httpx\.(?:get|post|put|delete|head|request)|axios\.(?:get|post|put|delete|head|request)|https?\.(?:get|request|Get|Post|Head|PostForm)|superagent\.(?:get|post|put|delete|head)|reqwest\.get|urllib\.urlopen|request\.urlopen)$/;
/** Whoever stands in for the network makes the address harmless. */
const STANDS_IN =
  /\b(?:nock|msw|responses|requests_mock|respx|httpretty|fetchMock|gock|httpmock|setupServer|vcr|pook|mockttp|MockAgent|stubGlobal)\b|\b(?:jest|vi)\s*\.\s*(?:mock|spyOn|fn)\b|\bpatch\b|\bstub\b/;
const OWN_HOST =
  /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.|(?:[\w-]+\.)*example(?:\.(?:com|org|net))?(?=[:/]|$)|[^/:]*\.(?:test|local|localhost|invalid|example|internal)(?=[:/]|$)|[\w-]+(?=[:/]|$))/i;

/** Requests to a written-out host that is not this machine and not reserved for examples (RFC 2606, RFC 6761). */
export function findNetworkSmells(code: CodeText): readonly DraftSmell[] {
  if (STANDS_IN.test(code.mask)) return [];
  const found: DraftSmell[] = [];
  for (const token of code.tokens) {
    const name = token.receiver === '' ? token.word : `${token.receiver}.${token.word}`;
    if (token.open === -1 || (token.isMember && token.receiver === '') || !FETCHING.test(name)) continue;
    const first = argumentsOf(code, token.open)[0];
    const address = first === undefined ? null : literalOf(code, first);
    if (address === null || !/^https?:\/\/[\w.-]+/.test(address) || OWN_HOST.test(address)) continue;
    const host = /^https?:\/\/([\w.-]{1,80})/.exec(address)?.[1] ?? '';
    found.push({ kind: 'network', at: token.from, detail: `asks ${host} over the network` });
  }
  return found;
}
