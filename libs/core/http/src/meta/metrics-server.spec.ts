import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '#libs/core/observability';
import { startMetricsServer } from './metrics-server.js';

let server: Server;
let base: string;

beforeAll(async () => {
  const metrics = new Metrics();
  metrics.collectProcess();
  server = await startMetricsServer({ port: 0, host: '127.0.0.1', metrics });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());

describe('the port of the metrics', () => {
  it('has the metrics of the process', async () => {
    const answer = await fetch(`${base}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_');
  });

  it.each(['/', '/healthz', '/openapi.json', '/metrics/x'])('has nothing else: %s', async (path) => {
    expect((await fetch(base + path)).status).toBe(404);
  });

  it('is read alone', async () => {
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(`${base}/metrics`, { method: 'HEAD' })).text()).toBe('');
  });
});
