import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { EventApps } from '../../libs/core/app-events/test-support/event-apps.js';
import type { SenderOrder } from '../../libs/core/app-events/test-support/sender-process.js';
import { LEASH } from '../../scripts/stack/child.js';
import { ensureBuilt } from '../support/app-process.js';

const SCRIPT = resolve(import.meta.dirname, '../../dist/libs/core/app-events/test-support/sender-process.js');
const EVENTS = 30;

let apps: EventApps;
const children: ChildProcess[] = [];

beforeAll(async () => {
  [apps] = await Promise.all([EventApps.prepare(), ensureBuilt()]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await apps?.close();
});

function startSender(order: SenderOrder): ChildProcess {
  const child = spawn(process.execPath, ['--import', LEASH, SCRIPT, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

describe('a sender that is killed while its events have their effect', () => {
  it('sends them again after the restart; each has its effect once', async () => {
    const receiver = await apps.receiver();
    const tenantId = newId('acc');
    const order = { ...apps.servers, receiverUrl: receiver.url, tenantId, count: EVENTS };
    const waiting = async () =>
      (await apps.sql<{ n: number }>('select count(*)::int as n from outbox where tenant_id = $1', [tenantId]))[0]?.n;

    let open = () => {};
    receiver.counter.gate = new Promise<void>((done) => (open = done));
    const killed = startSender(order);
    await waitUntil(() => receiver.counter.written > 0, { timeoutMs: 30_000 });
    const exit = once(killed, 'exit');
    killed.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
    // The receiver commits what it had begun; its sender does not learn of it.
    open();
    await waitUntil(async () => (await apps.counted(tenantId)).length === receiver.counter.written);
    const delivered = receiver.counter.written;
    const sent = (await waiting()) ?? 0;
    expect(sent).toBeGreaterThanOrEqual(delivered);

    startSender({ ...order, count: 0 });
    await waitUntil(async () => (await waiting()) === 0, { timeoutMs: 30_000 });
    expect(await apps.counted(tenantId)).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  });
});
