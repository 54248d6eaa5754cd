import { EventReader } from '../../../../test/support/event-reader.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { newMessage } from '../../../../test/support/mail-fixtures.js';
import { createMailbox, type TestDomain } from '../../../../test/support/mail-mailboxes.js';
import type { MailStack, MailTenant } from '../../../../test/support/mail-stack.js';
import { Database } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { GrantRole } from '../mailboxes/mailbox-values.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { NewMessage } from '../messages/store/new-message.js';

export const eventsPath = ({ id }: Pick<Mailbox, 'id'>): string => `/mailboxes/${id}/events`;

/** A mailbox of a user with this role. */
export async function mailboxOfUser(
  stack: MailStack,
  tenant: MailTenant,
  { domain }: TestDomain,
  role: GrantRole = 'owner',
) {
  const { userId, client } = await tenant.member('member');
  return { userId, client, mailbox: await createMailbox(stack.app, domain, undefined, [{ userId, role }]) };
}

/** Listens; returns when the stream has begun. */
export async function listen(
  client: HttpClient,
  mailbox: Pick<Mailbox, 'id'>,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const reader = await EventReader.open(client, eventsPath(mailbox), headers);
  if (reader.status !== 200) throw new Error(`The stream was not opened: ${reader.status}`);
  await reader.next('counts');
  return reader;
}

/** Stores messages in one transaction. `end` runs at its end. */
export async function store(
  stack: MailStack,
  mailbox: Mailbox,
  values: Partial<NewMessage>[] = [{}],
  end: () => void = () => undefined,
): Promise<MailMessage[]> {
  const messages = stack.app.get(MessageStore, { strict: false });
  return stack.app.get(Database, { strict: false }).tenant(mailbox.tenantId, async (tx) => {
    const given = values.map((one) => newMessage(mailbox, one));
    const stored = await messages.insertMany(tx, mailbox.tenantId, mailbox.id, given);
    end();
    return stored;
  });
}

type Counts = Record<string, { total: number; unread: number }>;

/** The counts that a listener was told of last. */
function toldCounts(reader: EventReader): Counts {
  const told: Counts = {};
  for (const { folders, labels } of reader.of('counts'))
    for (const { id, ...counts } of [...folders, ...labels]) told[id] = counts;
  return told;
}

/** The counts that REST answers. */
async function restCounts(client: HttpClient, { id }: Mailbox): Promise<Counts> {
  const [folders, labels] = await Promise.all([
    client.get(`/mailboxes/${id}/folders`),
    client.get(`/mailboxes/${id}/labels/resumo`),
  ]);
  const counted = [...folders.body.folders, ...labels.body.labels] as { id: string; total: number; unread: number }[];
  return Object.fromEntries(counted.map((one) => [one.id, { total: one.total, unread: one.unread }]));
}

/** Waits until a listener was told of the counts that REST answers. */
export async function countsAreEqual(reader: EventReader, client: HttpClient, mailbox: Mailbox): Promise<void> {
  const expected = await restCounts(client, mailbox);
  const text = JSON.stringify(Object.entries(expected).toSorted());
  const told = () => JSON.stringify(Object.entries(toldCounts(reader)).toSorted());
  await waitUntil(() => told() === text, { what: `counts ${text} in ${told()}` });
}
