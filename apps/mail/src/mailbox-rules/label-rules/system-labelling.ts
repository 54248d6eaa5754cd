import type { EntityManager } from 'typeorm';
import type { SystemLabel } from '../../labels/label-values.js';
import type { DeliveredMessage } from '../../receiving/delivery/delivery-rules.js';
import { type Correspondence, findKnown } from './correspondence.sql.js';
import { judgeMail } from './label-rules.js';

/** The labels that rules may set in a mailbox, with their ids. */
export type SettableLabels = Partial<Record<SystemLabel, string>>;

/** The ids of the labels that the rules give to each of some messages which have just been stored. */
export async function systemLabelsOf(
  tx: EntityManager,
  delivered: readonly (DeliveredMessage & { settable: SettableLabels })[],
): Promise<string[][]> {
  const judged = delivered.map((one) => ({ ...one, ...judgeMail(one) }));
  const asked = judged.filter(({ kind, settable }) => kind === 'person' && settable.pessoal);
  const known = await findKnown(tx, asked.map(correspondenceOf));
  const personal = new Set(asked.filter((_, index) => known.has(index)));
  return judged.map((one) => {
    const { kind, isImportant, settable } = one;
    const set: SystemLabel[] = isImportant ? ['importante'] : [];
    if (kind === 'promotion') set.push('promocoes');
    else if (kind === 'notification') set.push('notificacoes');
    else if (personal.has(one)) set.push('pessoal');
    return set.flatMap((label) => settable[label] ?? []);
  });
}

const correspondenceOf = ({ stored, content }: DeliveredMessage): Correspondence => ({
  tenantId: stored.tenantId,
  mailboxId: stored.mailboxId,
  threadId: stored.threadId,
  sender: content.from?.address ?? '',
});
