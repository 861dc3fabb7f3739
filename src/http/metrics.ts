import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';

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
  /** What this process has counted, as plain data. */
  count(): Promise<readonly unknown[]>;
}

/** From a fast answer to the longest that a tool may take, in seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Makes the metrics in a registry of their own, so that two services in one process do not share counts. `collect` gives
 * the counts of all processes where there are several: the page then shows their sum, whichever is asked for it.
 */
export function makeMetrics(collect?: () => Promise<readonly unknown[]>): Metrics {
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
    async render() {
      const shown = collect === undefined ? registry : sumRegistries(await collect());
      return { contentType: registry.contentType, text: await shown.metrics() };
    },
    count: () => registry.getMetricsAsJSON(),
  };
}

/** The metrics of a process that serves nothing itself: how many serve, and how often one had to be replaced. */
export function makeOwnerMetrics(now: { workers(): number; restarts(): number }): Pick<Metrics, 'count'> {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'portico_workers',
    help: 'Worker processes that run.',
    registers,
    collect() {
      this.set(now.workers());
    },
  });
  new Gauge({
    name: 'portico_worker_restarts',
    help: 'Workers that were started in place of one that had ended.',
    registers,
    collect() {
      this.set(now.restarts());
    },
  });
  return { count: () => registry.getMetricsAsJSON() };
}

/** Sums the counts of several processes, each as `count` gave it. */
export async function sumMetrics(all: readonly unknown[]): Promise<readonly unknown[]> {
  return await sumRegistries(all).getMetricsAsJSON();
}

/** prom-client's own sum, as for its clusters; the counts of other processes have crossed a channel as plain data. */
function sumRegistries(all: readonly unknown[]): Registry {
  return AggregatorRegistry.aggregate([...all] as object[]);
}
