import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookEventType } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { UsageError } from '../io.js';
import { isRunning } from '../running.js';
import { signedHeaders } from '../signature.js';

const POLL_MS = 500;
/** How long a local server may take (ms), as a real delivery may. */
const ANSWER_MS = 15_000;

const EVENTS: readonly WebhookEventType[] = [
  'email.sent',
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.unsubscribed',
  'email.failed',
  'sms.sent',
  'sms.delivered',
  'sms.failed',
  'push.sent',
  'push.delivered',
  'push.failed',
  'contact.created',
  'contact.updated',
  'contact.unsubscribed',
];

interface Delivery {
  Id: string;
  EventId: string;
  EventType: string;
}

export const listen: Command = {
  name: 'listen',
  summary: 'Forward the events of webhooks to a server on this machine, until Ctrl-C',
  options: [
    { name: 'to', value: 'url', help: 'where they are posted to; they are only printed unless given' },
    {
      name: 'event',
      value: 'type',
      several: true,
      help: 'an event type, such as email.bounced; all of messages and contacts unless given',
    },
  ],
  example: 'service listen --to http://localhost:8080/hooks --event email.sent',
  async run(context) {
    const to = context.text('to');
    if (to !== undefined && !/^https?:\/\//.test(to)) throw new UsageError('--to must be an address of http or https');
    const { webhooks } = context.client.platform;
    const events = context.list('event') as WebhookEventType[];
    // A name that never leads anywhere: events are read from the list of deliveries, so that this machine needs no address.
    await removeAbandoned(context);
    const Url = `https://${randomBytes(8).toString('hex')}.${process.pid}.${machine()}.listen.invalid/`;
    const { Webhook, Secret } = await webhooks.create({ Url, Events: events.length > 0 ? events : [...EVENTS] });
    try {
      context.io.err(`Listening. The signatures are made with ${Secret}`);
      await follow(context, Webhook.Id, (delivery) => handle(context, Webhook.Id, delivery, to, Secret));
    } finally {
      await webhooks.delete(Webhook.Id);
    }
  },
};

const OLD_MS = 7 * 86_400_000;

/** Removes webhooks of this command that was killed: of a process of this machine that is gone, or a week old. */
async function removeAbandoned({ client: { platform } }: Context): Promise<void> {
  for await (const { Id, Url, CreatedAt } of platform.webhooks.list()) {
    const [, pid, of] = /^https:\/\/(?:[\da-f]{16}\.(\d+)\.([\da-f]{12})|[\da-f]{16})\.listen\.invalid\/$/.exec(
      Url,
    ) ?? [''];
    const isOurs = Url.endsWith('.listen.invalid/');
    const isGone = of === machine() && !isRunning(Number(pid));
    if (isOurs && (isGone || Date.now() - Date.parse(CreatedAt) > OLD_MS)) await platform.webhooks.delete(Id);
  }
}

/** Names this machine, without saying what it is called. */
const machine = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** Calls for each delivery once, the oldest first, until the user ends it. */
async function follow(context: Context, id: string, on: (delivery: Delivery) => Promise<void>): Promise<void> {
  const seen = new Set<string>();
  while (!context.io.signal.aborted) {
    const fresh: Delivery[] = [];
    for await (const delivery of context.client.platform.webhookDeliveries.list(id, { limit: 50 })) {
      if (seen.has(delivery.Id)) break;
      fresh.push(delivery);
    }
    for (const delivery of fresh.toReversed()) {
      seen.add(delivery.Id);
      await on(delivery);
    }
    await delay(POLL_MS, undefined, { signal: context.io.signal });
  }
}

async function handle(context: Context, id: string, delivery: Delivery, to: string | undefined, secret: string) {
  const { Payload } = (await context.client.platform.webhookDeliveries.get(id, delivery.Id)).Delivery;
  const body = JSON.stringify(Payload);
  const outcome = to === undefined ? '' : await forward(to, delivery, body, secret);
  if (context.is('json')) return context.io.out(JSON.stringify({ ...Payload, ...(to && { Answer: outcome }) }));
  context.io.out([new Date().toISOString(), delivery.EventType, delivery.EventId, outcome || body].join('  '));
}

/** @returns the status of the answer, or why there is none */
async function forward(to: string, { EventId, EventType }: Delivery, body: string, secret: string): Promise<string> {
  const headers = signedHeaders({ id: EventId, type: EventType, body, secret });
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return cause?.code ?? message;
  }
}
