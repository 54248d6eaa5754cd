import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../events/event-types.js';
import { signWebhook } from '#libs/core/outbound';
import { freePort, waitUntil } from '#libs/test/testing';
import { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { TestWebhook } from '../../../../test/support/webhooks.js';
import { useStack } from '../../../../test/support/use-stack.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const PAGE = readFileSync(resolve(ROOT, 'docs/webhooks.md'), 'utf8');

const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: '127.0.0.0/8' } }));

/** The code block of the page after the comment that names it. */
function receiverNamed(name: string): string {
  const code = new RegExp(`<!-- receiver: ${name} -->\\s+\`\`\`js\\n(.*?)\`\`\``, 's').exec(PAGE)?.[1];
  if (!code) throw new Error(`The page has no receiver ${name}`);
  return code;
}

/** Runs a receiver of the page as a process of its own. */
async function run(name: string, port: number, secret: string): Promise<{ process: ChildProcess; lines: string[] }> {
  const process = spawn(globalThis.process.execPath, ['--input-type=module', '--eval', receiverNamed(name)], {
    cwd: ROOT,
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: process.stdout! }).on('line', (line) => lines.push(line));
  await waitUntil(() => new HttpClient(`http://127.0.0.1:${port}`).post('/'), { what: 'the receiver' });
  return { process, lines };
}

async function stop(process: ChildProcess): Promise<void> {
  process.kill();
  await once(process, 'exit');
}

describe.each(['crypto', 'standardwebhooks'])('the receiver of the documentation, by %s', (name) => {
  it('takes real deliveries, before and after the secret was rotated, and refuses what is not genuine', async () => {
    const port = await freePort();
    const webhook = await TestWebhook.create(stack, `http://127.0.0.1:${port}/hook`);
    const receiver = await run(name, port, webhook.secret);
    try {
      expect((await webhook.waitForEnd((await webhook.recordEmailSent()).delivery)).ResponseStatus).toBe(204);
      await webhook.session.post(`${webhook.path}/rotate-secret`);
      expect((await webhook.waitForEnd((await webhook.recordEmailSent()).delivery)).ResponseStatus).toBe(204);
      expect(await forgeries(port, webhook.secret)).toEqual({ genuine: 204, altered: 401, foreign: 401, old: 401 });
      await waitUntil(() => receiver.lines.length === 3);
      expect(new Set(receiver.lines)).toEqual(new Set(['email.sent']));
    } finally {
      await stop(receiver.process);
    }
  });
});

/** Answers of the receiver to a genuine request and to three that are not. */
async function forgeries(port: number, secret: string): Promise<Record<string, number>> {
  const client = new HttpClient(`http://127.0.0.1:${port}`);
  const body = JSON.stringify({ EventType: 'email.sent' });
  const now = Math.floor(Date.now() / 1000);
  const signed = (timestamp: number, by = secret) =>
    signWebhook({ secrets: by, id: 'evt_1', type: 'email.sent', timestamp, body });
  const foreign = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  return {
    genuine: (await client.send('POST', '/', body, signed(now))).status,
    altered: (await client.send('POST', '/', `${body} `, signed(now))).status,
    foreign: (await client.send('POST', '/', body, signed(now, foreign))).status,
    old: (await client.send('POST', '/', body, signed(now - 301))).status,
  };
}

describe('the page', () => {
  it('lists every event type', () => {
    for (const type of EVENTS.all) expect(PAGE).toContain(`\`${type}\``);
  });
});
