import { setTimeout as delay } from 'node:timers/promises';
import type { platform } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { shown } from '../table.js';

type Message = platform.MessagesListResponse['Messages'][number];

const FILTERS = [
  { name: 'status', value: 'status', help: 'queued, sent, failed, bounced, …' },
  { name: 'channel', value: 'channel', help: 'email, sms or push' },
  { name: 'tag', value: 'name:value', help: 'messages with this tag' },
  { name: 'recipient', value: 'address', help: 'messages to this recipient' },
] as const;

const filtersOf = (context: Context) =>
  Object.fromEntries(FILTERS.map(({ name }) => [name, context.text(name)])) as platform.MessagesListData['query'];

const COLUMNS = {
  TIME: ({ CreatedAt }: Message) => CreatedAt,
  ID: ({ Id }: Message) => Id,
  STATUS: ({ Status }: Message) => Status,
  TO: ({ To }: Message) => To,
  SUBJECT: ({ Subject }: Message) => Subject,
};

const list: Command = {
  name: 'messages list',
  summary: 'List messages, newest first',
  options: [...FILTERS, { name: 'limit', value: 'number', help: 'how many; 20 unless given' }],
  async run(context) {
    const limit = context.count('limit', 20);
    const messages = context.client.platform.messages.list({ ...filtersOf(context), limit: Math.min(limit, 100) });
    context.printAll(await messages.toArray({ limit }), COLUMNS, 'No message.');
  },
};

const get: Command = {
  name: 'messages get',
  summary: 'Show a message and what became of it',
  args: ['id'],
  async run(context) {
    const answer = await context.client.platform.messages.get(context.args[0] ?? '');
    const { Id, Status, From, To, Subject } = answer.Message;
    const lines = [`${Id} ${Status}`, `From     ${From}`, `To       ${To}`, `Subject  ${Subject}`];
    const events = answer.Events.map(({ OccurredAt, Type }) => `${OccurredAt}  ${Type}`);
    context.print(answer, [...lines, ...events].map(shown).join('\n'));
  },
};

const POLL_MS = 1000;
/** The newest messages that are looked at each time. */
const WINDOW = 100;
/** How many are remembered. */
const REMEMBERED = 5000;

const tail: Command = {
  name: 'messages tail',
  summary: 'Print messages as they are made, and as their status changes, until Ctrl-C',
  options: FILTERS,
  async run(context) {
    const known = new Map<string, string>();
    for (let first = true; ; first = false) {
      for (const message of (await newest(context)).toReversed()) {
        const isNews = known.get(message.Id) !== message.Status;
        known.delete(message.Id);
        known.set(message.Id, message.Status);
        if (isNews && !first)
          context.print(
            message,
            shown(
              Object.values(COLUMNS)
                .map((of) => of(message))
                .join('  '),
            ),
          );
      }
      if (first) context.io.err('Waiting for messages. End with Ctrl-C.');
      for (const id of known.keys()) if (known.size > REMEMBERED) known.delete(id);
      await delay(POLL_MS, undefined, { signal: context.io.signal });
    }
  },
};

async function newest(context: Context): Promise<Message[]> {
  const { messages } = context.client.platform;
  return (await messages.list({ ...filtersOf(context), limit: WINDOW }, { signal: context.io.signal })).Messages;
}

export const messageCommands: readonly Command[] = [list, get, tail];
