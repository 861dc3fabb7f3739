import { Counter, Histogram, Registry } from 'prom-client';

/** What operators watch. No label holds an account, a key, a path or anything else that a caller chooses. */
export interface Metrics {
  /** One answered request. */
  countRequest(route: string, status: number, seconds: number): void;
  /** One refusal, by its stable code. */
  countRejection(reason: string): void;
  /** One run of a tool, how it ended, and whether a unit was kept for it. */
  countCall(tool: string, outcome: string, isCharged: boolean): void;
  /** The page in Prometheus' text format, and its content type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** From a fast answer to the longest that a tool may take, in seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Makes the metrics in a registry of their own, so that two services in one process do not share counts. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'portico_http_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'portico_http_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const rejections = new Counter({
    name: 'portico_rejections_total',
    help: 'Refused requests by reason.',
    labelNames: ['reason'],
    registers,
  });
  const calls = new Counter({
    name: 'portico_tool_calls_total',
    help: 'Runs of tools by outcome.',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const charges = new Counter({
    name: 'portico_charged_units_total',
    help: 'Units of quota kept for runs of tools.',
    labelNames: ['tool'],
    registers,
  });
  return {
    countRequest(route, status, seconds) {
      requests.inc({ route, status: String(status) });
      durations.observe({ route }, seconds);
    },
    countRejection: (reason) => rejections.inc({ reason }),
    countCall(tool, outcome, isCharged) {
      calls.inc({ tool, outcome });
      if (isCharged) charges.inc({ tool });
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
