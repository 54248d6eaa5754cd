import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { returned, rowsByKeys, type TenantId } from '#libs/core/persistence';
import { Label } from './label.entity.js';

export type LabelChanges = Partial<Pick<Label, 'colour' | 'name'>>;

const NAMES = { tenant: ':tenantId', as: 'label' };
const OF_MAILBOXES = rowsByKeys('label', { mailbox_id: 'cast(:mailboxIds as uuid[])' }, NAMES);
const BY_IDS = rowsByKeys('label', { id: 'cast(:ids as uuid[])' }, NAMES);

/** Labels of mailboxes. */
@Injectable()
export class LabelRepository {
  /** Lists labels of the system first, then by name. */
  async list(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<Label[]> {
    return (await tx.findBy(Label, { tenantId, mailboxId })).toSorted(compareLabels);
  }

  /** Lists the labels of several mailboxes, in no order. */
  async listMany(tx: EntityManager, tenantId: TenantId, mailboxIds: readonly string[]): Promise<Label[]> {
    return tx.createQueryBuilder(Label, 'label').where(OF_MAILBOXES, { tenantId, mailboxIds }).getMany();
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Label[]> {
    return tx.createQueryBuilder(Label, 'label').where(BY_IDS, { tenantId, ids }).getMany();
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<Label | null> {
    return tx.findOneBy(Label, { tenantId, mailboxId, id });
  }

  /** Counts the labels among these that the mailbox has. */
  async countOf(tx: EntityManager, tenantId: TenantId, mailboxId: string, ids: readonly string[]): Promise<number> {
    return tx.countBy(Label, { tenantId, mailboxId, id: In([...ids]) });
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(Label, { tenantId, mailboxId });
  }

  /** Null if the mailbox has one of that name. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    values: Pick<Label, 'colour' | 'mailboxId' | 'name'>,
  ): Promise<Label | null> {
    const row = { ...values, tenantId, id: v7(), systemKey: null, total: 0, unread: 0 };
    const insert = tx.createQueryBuilder().insert().into(Label).orIgnore().returning('*');
    const [label] = returned(tx, Label, await insert.values(row).execute());
    return label ?? null;
  }

  async update(tx: EntityManager, { tenantId, id }: Label, changes: LabelChanges): Promise<void> {
    await tx.update(Label, { tenantId, id }, changes);
  }

  async delete(tx: EntityManager, { tenantId, id }: Label): Promise<void> {
    await tx.delete(Label, { tenantId, id });
  }
}

/** Sorts labels of the system first, then by name. */
export const compareLabels = (a: Label, b: Label): number => rank(a) - rank(b) || a.name.localeCompare(b.name);

const rank = ({ systemKey }: Label): number => (systemKey ? 0 : 1);
