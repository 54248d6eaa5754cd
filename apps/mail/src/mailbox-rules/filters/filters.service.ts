import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { invalidField, isUuid, Problem } from '#libs/core/http';
import { parseSearch, SearchError } from '#libs/mail/mail-search';
import { Database } from '#libs/core/persistence';
import { Folder } from '../../folders/folder.entity.js';
import { ForwardingAddresses } from '../../forwarding/forwarding-addresses.js';
import { ForwardingRepository } from '../../forwarding/forwarding.repository.js';
import { LabelRepository } from '../../labels/label.repository.js';
import { MailboxAccess } from '../../mailboxes/mailbox-access.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../../mailboxes/mailbox.repository.js';
import { type FilterValues, MAX_FILTERS } from './filter-values.js';
import type { MailFilter } from './mail-filter.entity.js';
import { MailFilterRepository } from './mail-filter.repository.js';

/** A filter, and the addresses that it would forward to and that have not consented. */
export interface FilterView {
  filter: MailFilter;
  unconfirmed: string[];
}

/** The filters of mailboxes. */
@Injectable()
export class FiltersService {
  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly mailboxes: MailboxRepository,
    private readonly filters: MailFilterRepository,
    private readonly forwarding: ForwardingRepository,
    private readonly addresses: ForwardingAddresses,
    private readonly labels: LabelRepository,
  ) {}

  /** Lists the filters of a mailbox in their order. */
  async list(mailbox: Mailbox): Promise<FilterView[]> {
    return this.database.tenant(mailbox.tenantId, async (tx) =>
      this.view(tx, mailbox, await this.filters.list(tx, mailbox)),
    );
  }

  /** @throws Problem NotFound */
  async get(mailbox: Mailbox, id: string): Promise<FilterView> {
    return this.database.tenant(mailbox.tenantId, async (tx) =>
      this.viewOne(tx, mailbox, await this.getIn(tx, mailbox, id)),
    );
  }

  /** The last one. @throws Problem ValidationError, BuscaInvalida, Conflict at the limit, InsufficientScope, Throttling */
  async create(mailbox: Mailbox, values: FilterValues): Promise<FilterView> {
    const valid = await this.validate(mailbox, values);
    return this.change(mailbox, async (tx) => {
      const all = await this.filters.list(tx, mailbox);
      if (all.length >= MAX_FILTERS)
        throw new Problem('Conflict', { message: `A mailbox has at most ${MAX_FILTERS} filters` });
      await this.admit(tx, mailbox, valid);
      const filter = await this.filters.insert(tx, mailbox, (all.at(-1)?.position ?? -1) + 1, valid);
      await audit(tx, 'mail-filter.created', filter);
      return this.viewOne(tx, mailbox, filter);
    });
  }

  /** @throws Problem as {@link create}, and NotFound */
  async update(mailbox: Mailbox, id: string, changes: Partial<FilterValues>): Promise<FilterView> {
    const { filter: found } = await this.get(mailbox, id);
    const valid = await this.validate(mailbox, { ...valuesOf(found), ...changes }, changes);
    return this.change(mailbox, async (tx) => {
      const before = await this.getIn(tx, mailbox, id);
      const checked = { ...changes, ...(changes.forwardTo && { forwardTo: valid.forwardTo }) };
      await this.admit(tx, mailbox, checked);
      const filter = await this.filters.update(tx, before, { ...valuesOf(before), ...checked });
      await this.forwarding.deleteUnused(tx, mailbox);
      await audit(tx, 'mail-filter.changed', filter, before);
      return this.viewOne(tx, mailbox, filter);
    });
  }

  /** @throws Problem ValidationError unless the ids are those of all filters */
  async order(mailbox: Mailbox, ids: readonly string[]): Promise<FilterView[]> {
    const given = new Set(ids.map((id) => id.toLowerCase()));
    return this.change(mailbox, async (tx) => {
      const all = await this.filters.list(tx, mailbox);
      if (given.size !== ids.length || given.size !== all.length || !all.every(({ id }) => given.has(id)))
        throw invalidField('ValidationError', 'filter_ids', 'must name each filter of the mailbox once');
      await this.filters.setOrder(tx, mailbox, [...given]);
      return this.view(tx, mailbox, await this.filters.list(tx, mailbox));
    });
  }

  /** @throws Problem NotFound */
  async delete(mailbox: Mailbox, id: string): Promise<void> {
    await this.change(mailbox, async (tx) => {
      const filter = await this.getIn(tx, mailbox, id);
      await this.filters.delete(tx, filter);
      await this.forwarding.deleteUnused(tx, mailbox);
      await audit(tx, 'mail-filter.deleted', filter);
    });
  }

  /** @param changes what of the values is new; all of them if absent */
  private async validate(
    mailbox: Mailbox,
    values: FilterValues,
    changes: Partial<FilterValues> = values,
  ): Promise<FilterValues> {
    if (changes.query !== undefined) requireSearch(changes.query);
    requireActions(values);
    if (!changes.forwardTo || changes.forwardTo.length === 0) return values;
    // It shows the mail to others, so it takes the right to read it.
    await this.access.authorize(mailbox.id, 'reader');
    const forwardTo = this.addresses.parse(mailbox, changes.forwardTo, 'actions.forward_to');
    await this.addresses.count(mailbox, forwardTo);
    return { ...values, forwardTo };
  }

  /** Has everything that a filter names. @throws Problem ValidationError for a folder or label that is not there */
  private async admit(
    tx: EntityManager,
    mailbox: Mailbox,
    { folderId = null, labelIds = [], forwardTo = [] }: Partial<FilterValues>,
  ): Promise<void> {
    const { tenantId, id: mailboxId } = mailbox;
    if (folderId !== null) {
      const folder = await tx.findOneBy(Folder, { tenantId, mailboxId, id: folderId });
      if (!folder || !MAY_BE_CHOSEN.has(folder.kind))
        throw invalidField('ValidationError', 'actions.folder_id', 'must be a folder of the mailbox that takes mail');
    }
    if (labelIds.length > 0 && (await this.labels.countOf(tx, tenantId, mailboxId, labelIds)) < labelIds.length)
      throw invalidField('ValidationError', 'actions.label_ids', 'must be labels of the mailbox');
    await this.addresses.admit(tx, mailbox, forwardTo);
  }

  /** Changes of a mailbox's filters come one after the other. @throws Problem NotFound */
  private async change<T>(mailbox: Mailbox, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.database.tenant(mailbox.tenantId, async (tx) => {
      const current = await this.mailboxes.lockForUpdate(tx, mailbox.tenantId, mailbox.id);
      if (!current || current.removedAt) throw new Problem('NotFound');
      return work(tx);
    });
  }

  private async getIn(tx: EntityManager, { tenantId, id: mailboxId }: Mailbox, id: string): Promise<MailFilter> {
    const filter = isUuid(id) ? await this.filters.find(tx, tenantId, mailboxId, id) : null;
    if (!filter) throw new Problem('NotFound');
    return filter;
  }

  private async viewOne(tx: EntityManager, mailbox: Mailbox, filter: MailFilter): Promise<FilterView> {
    return (await this.view(tx, mailbox, [filter]))[0]!;
  }

  private async view(tx: EntityManager, mailbox: Mailbox, filters: readonly MailFilter[]): Promise<FilterView[]> {
    const isNeeded = filters.some(({ forwardTo }) => forwardTo.length > 0);
    const known = isNeeded ? await this.forwarding.listAddresses(tx, mailbox) : [];
    const confirmed = new Set(known.filter(({ confirmedAt }) => confirmedAt).map(({ address }) => address));
    return filters.map((filter) => ({
      filter,
      unconfirmed: filter.forwardTo.filter((address) => !confirmed.has(address)),
    }));
  }
}

const MAY_BE_CHOSEN: ReadonlySet<string> = new Set(['inbox', 'archive', 'custom', 'spam']);

function valuesOf(filter: MailFilter): FilterValues {
  const { name, enabled, query, stops, folderId, labelIds, marksRead, stars, trashes, forwardTo } = filter;
  return { name, enabled, query, stops, folderId, labelIds, marksRead, stars, trashes, forwardTo };
}

/** @throws Problem BuscaInvalida */
function requireSearch(query: string): void {
  if (query.trim() === '') throw invalidField('ValidationError', 'q', 'must not be blank');
  try {
    parseSearch(query);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    throw new Problem('BuscaInvalida', { message: `The search is not valid: ${error.message}` });
  }
}

function requireActions({ folderId, labelIds, marksRead, stars, trashes, forwardTo }: FilterValues): void {
  if (folderId !== null && trashes)
    throw invalidField('ValidationError', 'actions.trash', 'must not be on together with a folder');
  const does = folderId !== null || labelIds.length > 0 || marksRead || stars || trashes || forwardTo.length > 0;
  if (!does) throw invalidField('ValidationError', 'actions', 'must have at least one action');
}

/** Searches name people and matters, so they stay out of the log. */
async function audit(tx: EntityManager, action: string, filter: MailFilter, earlier?: MailFilter): Promise<void> {
  const { tenantId, id, mailboxId } = filter;
  const shown = ({ name, enabled, forwardTo, trashes, folderId }: MailFilter) => ({
    mailboxId,
    name,
    enabled,
    forwardTo,
    trashes,
    folderId,
  });
  const before = earlier && shown(earlier);
  const object = { type: 'mail-filter', id };
  await recordAudit(tx, { action, object, tenantId, ...(before && { before }), after: shown(filter) });
}
