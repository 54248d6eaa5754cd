// Resident memory of an api and a worker of Platform together, at most, while e-mails come one by one and in batches from a
// template, and leave signed; and what they do meanwhile. With MEMORY=small, which has the floor, and without.
import { readFile } from 'node:fs/promises';
import { generateDkimKeyPair } from '#libs/mail/email';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator, type Load } from './support/load.js';
import { sendRequest } from './support/mail.js';
import { readOptions } from './support/options.js';
import { Platform, type BenchTenant } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 3, seconds: 10, batch: 500, connections: 32 });
const TIMEOUT_MS = 300_000;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const platform = cleanup.add(
    await Platform.prepare(services, `smtp://127.0.0.1:${await sink.ask<number>('listen')}`),
  );
  const tenant = await platform.addTenant();
  for (const type of ['rsa-2048', 'ed25519'] as const) {
    await platform.addDkimKey(tenant, type, (await generateDkimKeyPair(type)).privateKeyPem);
  }
  const generator = cleanup.add(await LoadGenerator.start());
  const headers = { Authorization: `Bearer ${tenant.apiKey}` };
  const drained = () =>
    until(
      'the last e-mail',
      async () => (await platform.admin.query('select from outbox limit 1')).rowCount === 0,
      TIMEOUT_MS,
    );

  /** The most that an api and a worker with this `MEMORY` take together, in MiB. */
  const measure = async (memory: string) => {
    const api = await platform.start('api', { MEMORY: memory });
    const worker = await platform.start('worker', { MEMORY: memory });
    const run = async (path: string, body: string, connections: number) => {
      const load: Load = {
        port: api.port,
        method: 'POST',
        path,
        headers,
        body,
        idempotent: true,
        connections,
        seconds: options.seconds,
        expectedStatus: 202,
      };
      return (await generator.run(load)).perSecond;
    };
    try {
      const template = await addTemplate(api.port, headers, memory);
      const batch = JSON.stringify({ Messages: templated(tenant, template, options.batch) });
      const title = `Platform under load, MEMORY=${memory}, ${options.connections} connections, batches of ${options.batch}: MiB at most`;
      const report = new Report(title, ['api', 'worker', 'together', 'sends/s', 'batched/s', 'left/s']);
      let together = 0;
      for (let round = 0; round < options.rounds; round += 1) {
        const before = await sink.ask<number>('messages');
        const started = performance.now();
        const sends = await run('/v1/emails/send', JSON.stringify(sendRequest(tenant)), options.connections);
        const batched = (await run('/v1/emails/batch', batch, 1)) * options.batch;
        await drained();
        const left = (await sink.ask<number>('messages')) - before;
        const taken = [await peakOf(api.pid), await peakOf(worker.pid)] as const;
        together = taken[0] + taken[1];
        report.add([...taken, together, sends, batched, (left * 1_000) / (performance.now() - started)]);
      }
      report.medians();
      return together;
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  };

  await measure('');
  judge([{ name: 'MEMORY=small, MiB at most', value: await measure('small'), bound: 'most', floor: 500 }]);
});

/** The most memory that the process has had so far, in MiB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

async function addTemplate(port: number, headers: Record<string, string>, memory: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/templates`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      Name: `Order ${memory}`,
      Channel: 'email',
      Subject: 'Order {{ order }}, {{ name }}',
      Html: `<h1>Thank you, {{ name }}</h1>${'<p>Order {{ order }} is on its way to you.</p>'.repeat(50)}`,
      Text: 'Thank you, {{ name }}. Order {{ order }} is on its way.',
    }),
  });
  if (answer.status !== 201) throw new Error(`The template was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { Template: { Id: string } }).Template.Id;
}

function templated({ domain }: BenchTenant, TemplateId: string, count: number): object[] {
  return Array.from({ length: count }, (_, n) => ({
    Source: `Orders <orders@${domain}>`,
    Destination: { ToAddresses: [`customer.${n}@example.test`] },
    TemplateId,
    TemplateData: { order: n, name: `Customer ${n}` },
    Tags: { kind: 'order' },
  }));
}
