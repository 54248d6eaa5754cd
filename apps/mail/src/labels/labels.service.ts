import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { groupBy } from '#libs/core/jobs';
import { Database, type TenantId, violatedUnique } from '#libs/core/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxEvents } from '../mailbox-changes/mailbox-events.js';
import { lockMailbox } from '../mailboxes/mailbox-lock.sql.js';
import { MAX_LABELS } from './label-values.js';
import type { Label } from './label.entity.js';
import { compareLabels, type LabelChanges, LabelRepository } from './label.repository.js';

const NAME_UNIQUE = 'label__name__uq';

export interface LabelsOfMailbox {
  mailboxId: string;
  labels: Label[];
}

/** The labels of a mailbox. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly database: Database,
    private readonly labels: LabelRepository,
    private readonly events: MailboxEvents,
  ) {}

  /** Lists labels of the system first, then by name; with their counts. */
  async list({ tenantId, id }: Mailbox): Promise<Label[]> {
    return this.database.tenant(tenantId, (tx) => this.labels.list(tx, tenantId, id));
  }

  /** The labels of each of these mailboxes, in the same order. For who may read them. */
  async listMany(tenantId: TenantId, mailboxIds: readonly string[]): Promise<LabelsOfMailbox[]> {
    const all = await this.database.tenant(tenantId, (tx) => this.labels.listMany(tx, tenantId, mailboxIds));
    const byMailbox = groupBy(all.toSorted(compareLabels), ({ mailboxId }) => mailboxId);
    return mailboxIds.map((mailboxId) => ({ mailboxId, labels: byMailbox.get(mailboxId) ?? [] }));
  }

  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<Label[]> {
    return this.database.tenant(tenantId, (tx) => this.labels.listByIds(tx, tenantId, ids));
  }

  /** @throws Problem Conflict for a name that is taken, and at the limit */
  async create({ tenantId, id: mailboxId }: Mailbox, values: Pick<Label, 'colour' | 'name'>): Promise<Label> {
    return this.database.tenant(tenantId, async (tx) => {
      await lock(tx, tenantId, mailboxId);
      if ((await this.labels.count(tx, tenantId, mailboxId)) >= MAX_LABELS) throw tooMany();
      const label = await this.labels.insert(tx, tenantId, { ...values, mailboxId });
      if (!label) throw taken();
      this.events.mailbox(tx, mailboxId, 'labels');
      return label;
    });
  }

  /** @throws Problem NotFound, Conflict for a name that is taken, and for another name of a label of the system */
  async update({ tenantId, id: mailboxId }: Mailbox, id: string, changes: LabelChanges): Promise<Label> {
    return this.database.tenant(tenantId, async (tx) => {
      const label = await this.getIn(tx, tenantId, mailboxId, id);
      const isRenamed = changes.name !== undefined && changes.name !== label.name;
      if (label.systemKey && isRenamed) throw ofSystem('Only the colour of a label of the system changes');
      try {
        await this.labels.update(tx, label, changes);
      } catch (error) {
        throw violatedUnique(error) === NAME_UNIQUE ? taken() : error;
      }
      this.events.mailbox(tx, mailboxId, 'labels');
      return { ...label, ...changes };
    });
  }

  /** Deletes a label; its messages stay. @throws Problem NotFound, Conflict for a label of the system */
  async delete({ tenantId, id: mailboxId }: Mailbox, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await lock(tx, tenantId, mailboxId);
      const label = await this.getIn(tx, tenantId, mailboxId, id);
      if (label.systemKey) throw ofSystem('A label of the system cannot be deleted');
      await this.labels.delete(tx, label);
      this.events.mailbox(tx, mailboxId, 'labels');
    });
  }

  private async getIn(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<Label> {
    const label = isUuid(id) ? await this.labels.find(tx, tenantId, mailboxId, id) : null;
    if (!label) throw new Problem('NotFound');
    return label;
  }
}

async function lock(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<void> {
  if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) throw new Problem('NotFound');
}

const ofSystem = (message: string): Problem => new Problem('Conflict', { message });
const taken = (): Problem => new Problem('Conflict', { message: 'The mailbox has a label of this name' });
const tooMany = (): Problem => new Problem('Conflict', { message: `A mailbox has at most ${MAX_LABELS} labels` });
