import { html } from 'hono/html';
import { PLAN_NAMES, type Plan, type PlanCatalogue, planTitle } from '../domain/plans/index.ts';

/** The style sheet; its hash stands in the page's content security policy, so that nothing else can be styled in. */
export const PRICING_STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; padding-block: .5rem; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 30%, transparent); padding: .5rem; text-align: end; }
th:first-child { text-align: start; }
@media (max-width: 34rem) { :root { font-size: 85%; } th, td { padding: .4rem .2rem; } }
`;

/** The page that a spent limit points to: the plans as they are set, without scripts. */
export async function pricingPage(plans: PlanCatalogue): Promise<string> {
  const rows = PLAN_NAMES.map((name) => planRow(plans[name]));
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portico: plans</title>
<style>${PRICING_STYLE}</style>
</head>
<body>
<main>
<h1>Plans</h1>
<p>A plan belongs to an account. All API keys of the account share its limits.</p>
<table>
<caption>What each plan includes</caption>
<thead><tr><th scope="col">Plan</th><th scope="col">Requests a month</th><th scope="col">Requests a minute</th>
<th scope="col">Backends</th><th scope="col">Keys for some tools only</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p>A month starts on its first day at 00:00 UTC. A minute is any 60 seconds.</p>
</main>
</body>
</html>
`;
  return String(page);
}

function planRow(plan: Plan) {
  return html`<tr><th scope="row">${planTitle(plan.name)}</th><td>${amount(plan.requestsPerMonth)}</td>
<td>${amount(plan.requestsPerMinute)}</td><td>${amount(plan.backends)}</td><td>${plan.toolScopes ? 'yes' : 'no'}</td></tr>`;
}

function amount(limit: number | null): string {
  return limit === null ? 'unlimited' : limit.toLocaleString('en-US');
}
