import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';

/** Why a request for a page was answered otherwise. */
export type Refusal = 'unknown_host' | 'suspended' | 'not_found' | 'unavailable';

/** Prometheus metrics of what visitors get. */
@Injectable()
export class SiteMetrics {
  private readonly loads = metrics.registerCounter({
    name: 'runtime_loads_total',
    help: 'Addresses that were read from the database: because they were asked for, changed, or to warm the memory',
    labelNames: ['why'],
  });
  private readonly refusals = metrics.registerCounter({
    name: 'runtime_refusals_total',
    help: 'Requests for pages that got another answer than a page or a redirect, by reason',
    labelNames: ['reason'],
  });
  private readonly stale = metrics.registerCounter({
    name: 'runtime_stale_answers_total',
    help: 'Answers from memory while changes could not be read',
  });
  private readonly changes = metrics.registerCounter({
    name: 'runtime_changes_total',
    help: 'Changed addresses that were read from the log',
  });

  loaded(why: 'asked' | 'changed' | 'warmed'): void {
    this.loads.inc({ why });
  }

  refused(reason: Refusal): void {
    this.refusals.inc({ reason });
  }

  answeredStale(): void {
    this.stale.inc();
  }

  changed(count: number): void {
    this.changes.inc(count);
  }

  /** @param age since the last successful reading (milliseconds); 0 while readings succeed */
  observeAge(age: () => number): void {
    metrics.observeGauge({
      name: 'runtime_stale_seconds',
      help: 'For how long changes could not be read; 0 while they can',
      collect() {
        this.set(age() / 1000);
      },
    });
  }

  observeMemory(bytes: () => number, addresses: () => number): void {
    metrics.observeGauge({
      name: 'runtime_memory_bytes',
      help: 'Bytes of published pages in memory',
      collect() {
        this.set(bytes());
      },
    });
    metrics.observeGauge({
      name: 'runtime_memory_addresses',
      help: 'Addresses in memory',
      collect() {
        this.set(addresses());
      },
    });
  }
}
