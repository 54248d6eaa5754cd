import { v7 } from 'uuid';
import { parseMessage } from '#libs/mail/mime';
import { type SunkMessage, waitUntil } from '#libs/test/testing';
import type { MailStack } from '../../../../test/support/mail-stack.js';

/** A new address outside every tenant. */
export const stranger = (): string => `p${v7().slice(-12)}@elsewhere.test`;

/** A message to a mailbox, with further fields. */
export const rawTo = (to: string, fields: string[] = [], body = 'Hello'): string =>
  [
    'From: Ana <ana@sender.test>',
    `To: ${to}`,
    'Subject: Lunch?',
    `Message-ID: <${v7()}@sender.test>`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0000',
    ...fields,
    '',
    body,
    '',
  ].join('\r\n');

/** Waits until `count` messages were sent to an address, and returns them. */
export async function sentTo(stack: MailStack, address: string, count = 1): Promise<SunkMessage[]> {
  const sent = () => stack.mail.messages.filter(({ to }) => to.includes(address));
  const what = `${count} messages to ${address}`;
  return waitUntil(() => (sent().length >= count ? sent() : undefined), { timeoutMs: 15_000, what });
}

/** The path of the link in the mail that asks an address for its consent, as often as it was asked. */
export async function linkTo(stack: MailStack, address: string, count = 1): Promise<{ path: string; token: string }> {
  const mails = await sentTo(stack, address, count);
  const { text } = await parseMessage([mails.at(-1)!.raw], { attachment: async () => undefined });
  const url = new URL(/https?:\S+/.exec(text)![0]);
  return { path: `${url.pathname}${url.search}`, token: url.searchParams.get('token')! };
}

/** Waits until nothing that came is left to be delivered, and no job is due. */
export async function settled(stack: MailStack, tenantId: string): Promise<void> {
  const isBusy = `select exists (select from outbox where tenant_id = $1 and available_at <= now())
                      or exists (select from inbound_message where tenant_id = $1) as busy`;
  const check = async () => !(await stack.sql<{ busy: boolean }>(isBusy, [tenantId]))[0]!.busy;
  await waitUntil(check, { timeoutMs: 15_000, what: 'the end of all jobs' });
}
