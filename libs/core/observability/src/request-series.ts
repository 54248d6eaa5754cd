/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  labels: string;
  count: number;
  seconds: number;
  buckets: Float64Array;
}

/**
 * Counts and durations of HTTP requests by route pattern, method and status. Written by hand because a metrics library
 * hashes a label object per observation; here a request costs two map look-ups and a few additions.
 */
export class RequestSeries {
  readonly #byRoute = new Map<string, Map<string, Series[]>>();

  /** @param route the pattern, never the path: each id in a path would create a series. @param seconds duration */
  observe(route: string, method: string, status: number, seconds: number): void {
    const series = this.#seriesOf(route, method, status);
    series.count += 1;
    series.seconds += seconds;
    const { buckets } = series;
    for (let index = BUCKETS.length - 1; index >= 0 && seconds <= BUCKETS[index]!; index -= 1) buckets[index]! += 1;
  }

  /** The series in Prometheus's text format. */
  text(): string {
    const all = [...this.#byRoute.values()].flatMap((byMethod) => [...byMethod.values()].flat()).filter(Boolean);
    return [...countLines(all), ...durationLines(all), ''].join('\n');
  }

  reset(): void {
    this.#byRoute.clear();
  }

  #seriesOf(route: string, method: string, status: number): Series {
    let byMethod = this.#byRoute.get(route);
    if (!byMethod) this.#byRoute.set(route, (byMethod = new Map()));
    let byStatus = byMethod.get(method);
    if (!byStatus) byMethod.set(method, (byStatus = []));
    return (byStatus[status] ??= open(route, method, status));
  }
}

function open(route: string, method: string, status: number): Series {
  const labels = `route="${escape(route)}",method="${escape(method)}",status="${status}"`;
  return { labels, count: 0, seconds: 0, buckets: new Float64Array(BUCKETS.length) };
}

const escape = (value: string): string => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

function countLines(all: Series[]): string[] {
  return [
    '# HELP http_requests_total HTTP requests answered.',
    '# TYPE http_requests_total counter',
    ...all.map(({ labels, count }) => `http_requests_total{${labels}} ${count}`),
  ];
}

function durationLines(all: Series[]): string[] {
  return [
    '# HELP http_request_duration_seconds Time from the request to the end of its answer.',
    '# TYPE http_request_duration_seconds histogram',
    ...all.flatMap(({ labels, count, seconds, buckets }) => [
      ...BUCKETS.map(
        (bound, index) => `http_request_duration_seconds_bucket{${labels},le="${bound}"} ${buckets[index]}`,
      ),
      `http_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
      `http_request_duration_seconds_sum{${labels}} ${seconds}`,
      `http_request_duration_seconds_count{${labels}} ${count}`,
    ]),
  ];
}
