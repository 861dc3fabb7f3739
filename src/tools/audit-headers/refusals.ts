import { SECOND_MS } from '../../base/units.ts';
import type { OutboundFailure, OutboundReason } from '../../outbound/outbound.ts';
import { statusAnswer } from '../shared/answer.ts';
import type { ToolAnswer } from '../tool.ts';
import { plain, quote } from './quote.ts';

const PASTE = 'run curl -sI on the URL where it can be reached, and give its output as headers';

/** What to do about each failure. */
const NEXT: Readonly<Record<OutboundReason, string>> = {
  bad_url: 'give an http or https URL without credentials',
  blocked_by_policy: `${PASTE}; or the operator allows the origin (PORTICO_AUDIT_ORIGINS)`,
  dns: `check the name; for a name that only your network knows: ${PASTE}`,
  refused: `check that the server runs and is public; otherwise ${PASTE}`,
  tls: 'mend the certificate: browsers refuse the site as well',
  timeout: `try again later, or ${PASTE}`,
  cancelled: 'call again',
  too_large: 'use method=HEAD',
  too_many_redirects: 'use follow=false to grade the first answer',
  bad_answer: `the server does not speak HTTP as it should; ${PASTE}`,
};

/** Why there is no answer to grade, by its class. */
export function refuseFetch({ reason, text, url }: OutboundFailure): ToolAnswer {
  const status =
    reason === 'bad_url' ? 'bad_arguments' : reason === 'blocked_by_policy' ? 'forbidden' : 'upstream_failed';
  const said = `${reason}: ${plain(text, 300)} (at ${quote(url, 200)})`;
  return statusAnswer({ status, text: said, next: NEXT[reason] });
}

/** A host is not asked more often than this service allows itself. */
export function refuseTurn(waitMs: number): ToolAnswer {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  const text = `cooldown: this host was asked often in the last minute; it can be asked again in ${seconds} s.`;
  return statusAnswer({ status: 'upstream_failed', text, next: `wait ${seconds} s, or give its headers` });
}
