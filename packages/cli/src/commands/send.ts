import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { platform } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { UsageError } from '../io.js';

type Email = platform.EmailsSendData['body'];

const POLL_MS = 300;
const WAITING = new Set(['queued', 'processing']);
const GOOD = new Set(['sent', 'delivered']);

export const send: Command = {
  name: 'send',
  summary: 'Send an e-mail',
  options: [
    { name: 'from', value: 'address', help: 'the sender, on a verified domain' },
    { name: 'to', value: 'address', several: true, help: 'a recipient' },
    { name: 'cc', value: 'address', several: true, help: 'a recipient of a copy' },
    { name: 'bcc', value: 'address', several: true, help: 'a recipient whom the others do not see' },
    { name: 'subject', value: 'text', help: 'the subject' },
    { name: 'text', value: 'text', help: 'the plain text, or - to read it from standard input' },
    { name: 'html', value: 'file', help: 'a file with the HTML' },
    { name: 'attach', value: 'file', several: true, help: 'a file to attach' },
    { name: 'template', value: 'id', help: 'a template, in place of subject and text' },
    { name: 'data', value: 'json', help: 'what the template is filled with' },
    { name: 'tag', value: 'name=value', several: true, help: 'a tag' },
    { name: 'at', value: 'time', help: 'not before this time, such as 2026-12-01T09:00:00Z' },
    { name: 'key', value: 'text', help: 'an idempotency key: the same call with it is carried out once' },
    { name: 'wait', help: 'wait until it is sent; exit code 1 if it is not' },
  ],
  example: 'service send --from hello@demo.test --to ana@example.com --subject Hello --text "It works." --wait',
  async run(context) {
    const body = await emailOf(context);
    const ids = await sendIt(context, body);
    if (!context.is('wait')) return context.print({ MessageIds: ids }, ids.join('\n'));
    for (const id of ids) await report(context, id);
  },
};

/** @returns the ids of the messages, one for each recipient */
async function sendIt(context: Context, body: Email): Promise<string[]> {
  const { platform } = context.client;
  const options = { signal: context.io.signal, idempotencyKey: context.text('key') };
  if (!context.isSession) return (await platform.emails.send(body, options)).MessageIds;
  const { Messages } = await platform.dashboardSend.send({ Channel: 'email', ...body } as never, options);
  return Messages.map(({ Id }) => Id);
}

async function emailOf(context: Context): Promise<Email> {
  const [subject, text, html] = [context.text('subject'), context.text('text'), context.text('html')];
  const template = context.text('template');
  if (!template && !text && !html) throw new UsageError('Give --text, --html or --template');
  if (context.list('to').length === 0) throw new UsageError('--to is missing');
  const Body = {
    ...(text !== undefined && { Text: { Data: text === '-' ? await context.io.read() : text } }),
    ...(html && { Html: { Data: readFileSync(html, 'utf8') } }),
  };
  return {
    Source: context.required('from'),
    Destination: {
      ToAddresses: context.list('to'),
      CcAddresses: context.list('cc'),
      BccAddresses: context.list('bcc'),
    },
    ...(!template && { Message: { Subject: { Data: subject ?? context.required('subject') }, Body } }),
    ...(template && { TemplateId: template, TemplateData: dataOf(context) }),
    ...(context.list('tag').length > 0 && { Tags: tagsOf(context) }),
    ...(context.list('attach').length > 0 && { Attachments: context.list('attach').map(attachmentOf) }),
    ...(context.text('at') && { SendAt: context.text('at') }),
  } as Email;
}

function dataOf(context: Context): Record<string, unknown> {
  try {
    return JSON.parse(context.text('data') ?? '{}') as Record<string, unknown>;
  } catch (error) {
    throw new UsageError('--data must be JSON', { cause: error });
  }
}

function tagsOf(context: Context): Record<string, string> {
  const pairs = context.list('tag').map((tag) => /^([^=]+)=(.*)$/s.exec(tag) ?? []);
  if (pairs.some(({ length }) => length === 0)) throw new UsageError('--tag must be name=value');
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

function attachmentOf(file: string) {
  const Data = readFileSync(file).toString('base64');
  return { FileName: basename(file), ContentType: 'application/octet-stream', Data };
}

async function report(context: Context, id: string): Promise<void> {
  const { platform } = context.client;
  let message;
  do {
    await delay(POLL_MS, undefined, { signal: context.io.signal });
    ({ Message: message } = await platform.messages.get(id, { signal: context.io.signal }));
  } while (WAITING.has(message.Status));
  context.print(message, `${message.Id} ${message.Status}${message.Error ? `: ${message.Error}` : ''}`);
  if (!GOOD.has(message.Status)) throw new Error(`${message.Id} is ${message.Status}`);
}
