import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SmtpSink } from '#libs/test/testing';
import type { AppProcess } from '../support/app-process.js';
import { builtVersion, hasNoHistory } from '../support/earlier-version.js';
import { HttpClient } from '../support/http-client.js';
import { Installation, MIGRATE, newCredential } from '../support/installation.js';
import { emailTo } from '../support/sending-load.js';

/** The last one before double opt-in, topics and totals by group: later migrations run beside its processes. */
const EARLIER = '871c54d5812c5ea814aec2fed8c14f85285019ca';
const CALLERS = 2;
/** Leaves the processes that start time to do so, on a machine of two cores. */
const PAUSE_MS = 100;
const KEY = newCredential();

const home = mkdtempSync(join(tmpdir(), 'upgrade-'));
let earlier: string;
let mail: SmtpSink;
let installation: Installation;

/** Processes behind the load balancer, which takes them in turn. */
let listening: AppProcess[] = [];
let turn = 0;
const statuses = new Map<string, number>();
const accepted = new Set<string>();

// A shallow clone, or a copy without git, has no earlier version to build.
const isPossible = !hasNoHistory();

beforeAll(async () => {
  if (!isPossible) return;
  earlier = await builtVersion(EARLIER, 'platform');
  mail = await SmtpSink.start();
  installation = await Installation.start({
    home,
    smtpUrl: mail.url,
    databases: ['platform'],
    migrate: migrateEarlier,
  });
});
afterAll(async () => {
  await Promise.all([installation?.close(), mail?.stop()]);
  rmSync(home, { recursive: true, force: true });
});

async function migrateEarlier(_name: string, ownerUrl: string): Promise<void> {
  const env = { PATH: process.env['PATH'], DATABASE_OWNER_URL: ownerUrl };
  await promisify(execFile)(process.execPath, [join(earlier, 'dist/apps/platform/src/migrate.js')], { env });
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers have every shape
async function call(method: 'POST' | 'DELETE', path: string, body: object): Promise<any> {
  const { url } = listening[(turn += 1) % listening.length]!;
  const client = new HttpClient(url, { authorization: `Bearer ${KEY.secret}` });
  const answer = await client.send(method, path, JSON.stringify(body)).catch((error: Error) => ({
    status: error.message,
    body: undefined,
  }));
  const outcome = `${method} ${path.split('/')[2]} ${answer.status}`;
  statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
  return answer.body;
}

/** Sends tagged e-mails, and puts a contact on a list and takes it off. */
async function work(caller: number, signal: AbortSignal): Promise<void> {
  const email = `caller${caller}@example.test`;
  const { Contact } = await call('POST', '/v1/contacts', { Email: email });
  const { List } = await call('POST', '/v1/lists', { Name: `List ${caller}` });
  for (let count = 0; !signal.aborted; count += 1) {
    const tags = { caller: `${caller}` };
    const sent = await call('POST', '/v1/emails/send', { ...emailTo(`u${caller}-${count}@example.test`), Tags: tags });
    if (sent?.MessageId) accepted.add(sent.MessageId);
    await delay(PAUSE_MS);
    if (count % 5 > 0) continue;
    const members = { ContactIds: [Contact.Id] };
    await call('POST', `/v1/lists/${List.Id}/members`, members);
    await call('DELETE', `/v1/lists/${List.Id}/members`, members);
  }
}

/** Takes the only member off a list, who has not confirmed: the version before does not know that there are such. */
async function removePending(): Promise<void> {
  const { Contact } = await call('POST', '/v1/contacts', { Email: 'pending@example.test' });
  const { List } = await call('POST', '/v1/lists', { Name: 'Pending' });
  const members = { ContactIds: [Contact.Id] };
  await call('POST', `/v1/lists/${List.Id}/members`, members);
  const query = (text: string) => installation.sql('platform', text, [List.Id]);
  await query('update contact_list_member set pending_since = now() where list_id = $1');
  await query('update contact_list set pending_count = member_count where id = $1');
  await call('DELETE', `/v1/lists/${List.Id}/members`, members);
}

const arrivals = (): string[] =>
  mail.messages.map(({ source }) => /^Message-ID: <(msg_[0-9a-f]{16})@/im.exec(source)?.[1] ?? source);

/** Resolves when calls that begin now have been accepted and delivered. */
async function goesOn(): Promise<void> {
  const acceptedBefore = accepted.size;
  await expect.poll(() => accepted.size).toBeGreaterThan(acceptedBefore + 10);
  const arrivedBefore = mail.messages.length;
  await expect.poll(() => mail.messages.length).toBeGreaterThan(arrivedBefore + 10);
}

it.runIf(isPossible)(
  'processes of the version before serve every call while the migrations run, and are replaced one by one',
  async () => {
    const api = await installation.startProcess('api', earlier);
    const worker = await installation.startProcess('worker', earlier);
    await installation.admit(KEY, api);
    listening = [api];
    const load = new AbortController();
    const callers = Array.from({ length: CALLERS }, (_, caller) => work(caller, load.signal));
    await goesOn();

    await MIGRATE.platform(installation.ownerUrl('platform'));
    await removePending();
    await goesOn();
    const newApi = await installation.startProcess('api');
    listening = [api, newApi];
    await goesOn();
    listening = [newApi];
    await api.stop();
    await goesOn();
    await installation.startProcess('worker');
    await goesOn();
    await worker.stop();
    await goesOn();

    load.abort();
    await Promise.all(callers);
    expect([...statuses.keys()].toSorted()).toEqual([
      'DELETE lists 200',
      'POST contacts 201',
      'POST emails 202',
      'POST lists 200',
      'POST lists 201',
    ]);
    await expect.poll(() => mail.messages.length).toBeGreaterThanOrEqual(accepted.size);
    expect(arrivals().toSorted()).toEqual([...accepted].toSorted());
  },
);
