import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { LabelRepository } from '../labels/label.repository.js';
import { DEFAULT_LABEL_COLOUR, MAX_LABELS } from '../labels/label-values.js';
import { changeLabels } from '../labels/message-labels.sql.js';
import { MailboxEvents } from '../mailbox-changes/mailbox-events.js';
import { storable } from '../messages/store/storable.js';

/** A message with the names of labels that it had elsewhere. */
export interface LabelledImport {
  id: string;
  labels: readonly string[];
}

/** Gives imported messages the labels that they had. */
@Injectable()
export class ImportLabels {
  constructor(
    private readonly labels: LabelRepository,
    private readonly events: MailboxEvents,
  ) {}

  /** Labels that the mailbox lacks are made, up to the limit of a mailbox; it is locked. */
  async apply(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    messages: readonly LabelledImport[],
  ): Promise<void> {
    const byName = new Map<string, { name: string; messageIds: string[] }>();
    for (const { id, labels } of messages)
      for (const name of labels.map((label) => storable(label))) {
        const found = byName.get(keyOf(name)) ?? { name, messageIds: [] };
        found.messageIds.push(id);
        byName.set(keyOf(name), found);
      }
    if (byName.size === 0) return;
    const known = await this.known(tx, tenantId, mailboxId, byName);
    for (const [key, { messageIds }] of byName) {
      const labelId = known.get(key);
      if (labelId !== undefined)
        await changeLabels(tx, tenantId, mailboxId, messageIds, { apply: [labelId], remove: [] });
    }
  }

  /** The ids of labels by their names, those of new ones included. */
  private async known(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    wanted: ReadonlyMap<string, { name: string }>,
  ): Promise<Map<string, string>> {
    const known = new Map((await this.labels.list(tx, tenantId, mailboxId)).map(({ id, name }) => [keyOf(name), id]));
    const before = known.size;
    for (const [key, { name }] of wanted) {
      if (known.has(key) || known.size >= MAX_LABELS) continue;
      const made = await this.labels.insert(tx, tenantId, { mailboxId, name, colour: DEFAULT_LABEL_COLOUR });
      if (made) known.set(key, made.id);
    }
    if (known.size > before) this.events.mailbox(tx, mailboxId, 'labels');
    return known;
  }
}

/** Names differ by more than case. */
const keyOf = (name: string): string => name.toLowerCase();
