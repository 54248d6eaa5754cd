import type { EntityManager } from 'typeorm';
import type { SystemLabel } from '../labels/label-values.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import type { Incoming } from '../receiving/delivery-rules.js';
import { knowsSender } from './correspondence.sql.js';
import { judgeMail } from './label-rules.js';

/** The labels that rules may set in a mailbox, with their ids. */
export type SettableLabels = Partial<Record<SystemLabel, string>>;

/** The ids of the labels that the rules give to a message which has just been stored. */
export async function systemLabelsOf(
  tx: EntityManager,
  incoming: Incoming,
  { tenantId, mailboxId, threadId }: MailMessage,
  labels: SettableLabels,
): Promise<string[]> {
  const { kind, isImportant } = judgeMail(incoming);
  const sender = incoming.content.from?.address ?? '';
  const set: SystemLabel[] = isImportant ? ['importante'] : [];
  if (kind === 'promotion') set.push('promocoes');
  else if (kind === 'notification') set.push('notificacoes');
  else if (labels.pessoal && (await knowsSender(tx, tenantId, mailboxId, threadId, sender))) set.push('pessoal');
  return set.flatMap((label) => labels[label] ?? []);
}
