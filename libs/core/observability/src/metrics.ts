import {
  collectDefaultMetrics,
  type CollectFunction,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import { RequestSeries } from './request-series.js';

/**
 * Interval in which Node measures the delay of its event loop (milliseconds), and so the least delay that the metrics show.
 * prom-client's 10 wake an idle process a hundred times a second: 0.24 % of a core, with 50 it is 0.06 %, and half of that with 100.
 */
const EVENT_LOOP_PRECISION_MS = 100;

/** The metrics of one process, for Prometheus to collect. */
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly requests = new RequestSeries();
  readonly #registry = new Registry();
  #collectsProcess = false;

  /** Adds Node's own metrics (memory, event loop, garbage collection). Calling it again has no effect. */
  collectProcess(): void {
    if (this.#collectsProcess) return;
    this.#collectsProcess = true;
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
  }

  /** The counter of that name, created at the first call. @throws Error if the name has another type */
  registerCounter<L extends string>(options: Omit<CounterConfiguration<L>, 'registers'>): Counter<L> {
    return this.#once(options.name, Counter<L>, () => new Counter({ ...options, registers: [this.#registry] }));
  }

  /** The gauge of that name, created at the first call. @throws Error if the name has another type */
  registerGauge<L extends string>(options: Omit<GaugeConfiguration<L>, 'registers' | 'collect'>): Gauge<L> {
    return this.#once(options.name, Gauge<L>, () => new Gauge({ ...options, registers: [this.#registry] }));
  }

  /**
   * A gauge whose value is read by `collect` at each scrape. A later gauge of the same name replaces it. If `collect` fails,
   * because what it reads is away, the scrape has the other metrics.
   * The returned function removes it: call it before closing what `collect` reads.
   */
  observeGauge<L extends string>(
    options: Omit<GaugeConfiguration<L>, 'registers'> & { collect: CollectFunction<Gauge<L>> },
  ): () => void {
    this.#registry.removeSingleMetric(options.name);
    const { collect } = options;
    const gauge = new Gauge({
      ...options,
      registers: [this.#registry],
      async collect() {
        try {
          await collect.call(this);
        } catch {
          this.reset();
        }
      },
    });
    return () => {
      if (this.#registry.getSingleMetric(options.name) === gauge) this.#registry.removeSingleMetric(options.name);
    };
  }

  /** The histogram of that name, created at the first call; buckets are upper bounds in the unit of its name. */
  registerHistogram<L extends string>(options: Omit<HistogramConfiguration<L>, 'registers'>): Histogram<L> {
    return this.#once(options.name, Histogram<L>, () => new Histogram({ ...options, registers: [this.#registry] }));
  }

  /** All metrics in Prometheus's text format. */
  async text(): Promise<string> {
    return this.requests.text() + (await this.#registry.metrics());
  }

  #once<M>(name: string, kind: abstract new (...args: never[]) => M, create: () => M): M {
    const known: unknown = this.#registry.getSingleMetric(name);
    if (known === undefined) return create();
    if (known instanceof kind) return known;
    throw new Error(`The metric ${name} exists with another type`);
  }
}

/** The metrics of this process. */
export const metrics = new Metrics();
