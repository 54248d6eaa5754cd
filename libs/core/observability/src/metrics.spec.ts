import { describe, expect, it } from 'vitest';
import { Metrics } from './index.js';

describe('metrics', () => {
  it('count requests and their durations by route, method and status', async () => {
    const metrics = new Metrics();
    metrics.requests.observe('/v1/a/:id', 'GET', 200, 0.003);
    metrics.requests.observe('/v1/a/:id', 'GET', 200, 0.3);
    metrics.requests.observe('/v1/a/:id', 'GET', 404, 20);
    const lines = (await metrics.text()).split('\n');
    const labels = 'route="/v1/a/:id",method="GET",status="200"';
    expect(lines).toContain(`http_requests_total{${labels}} 2`);
    expect(lines).toContain(`http_request_duration_seconds_bucket{${labels},le="0.0025"} 0`);
    expect(lines).toContain(`http_request_duration_seconds_bucket{${labels},le="0.005"} 1`);
    expect(lines).toContain(`http_request_duration_seconds_bucket{${labels},le="0.5"} 2`);
    expect(lines).toContain(`http_request_duration_seconds_bucket{${labels},le="+Inf"} 2`);
    expect(lines).toContain(
      'http_request_duration_seconds_bucket{route="/v1/a/:id",method="GET",status="404",le="10"} 0',
    );
  });

  it('escape the values of labels', async () => {
    const metrics = new Metrics();
    metrics.requests.observe('/a"\\b', 'GET', 200, 1);
    expect(await metrics.text()).toContain('route="/a\\"\\\\b"');
  });

  it('return the same counter for a name, and reject another type', async () => {
    const metrics = new Metrics();
    metrics.registerCounter({ name: 'sold_total', help: 'Sold', labelNames: ['shelf'] }).inc({ shelf: 'a' });
    metrics.registerCounter({ name: 'sold_total', help: 'Sold', labelNames: ['shelf'] }).inc({ shelf: 'a' });
    expect(await metrics.text()).toContain('sold_total{shelf="a"} 2');
    expect(() => metrics.registerGauge({ name: 'sold_total', help: 'Sold' })).toThrow('exists with another type');
  });

  it('read the value of a gauge when they are collected', async () => {
    const metrics = new Metrics();
    const observe = (value: number) =>
      metrics.observeGauge({
        name: 'waiting',
        help: 'Waiting',
        collect() {
          this.set(value);
        },
      });
    const stopFirst = observe(4);
    expect(await metrics.text()).toContain('waiting 4');
    const stopSecond = observe(5);
    stopFirst();
    expect(await metrics.text()).toContain('waiting 5');
    stopSecond();
    expect(await metrics.text()).not.toContain('waiting');
  });

  it('are complete but for a gauge that cannot be read', async () => {
    const metrics = new Metrics();
    metrics.registerCounter({ name: 'sold_total', help: 'Sold' }).inc(3);
    const read = async () => Promise.reject(new Error('away'));
    metrics.observeGauge({ name: 'waiting', help: 'Waiting', labelNames: ['kind'], collect: read });
    const text = await metrics.text();
    expect(text).toContain('sold_total 3');
    expect(text).not.toMatch(/^waiting/m);
  });

  it('include those of the process', async () => {
    const metrics = new Metrics();
    metrics.collectProcess();
    metrics.collectProcess();
    expect(await metrics.text()).toContain('process_resident_memory_bytes');
  });
});
