import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { Database, type Id, isId, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { emailKey } from '../contacts/contact.js';
import { ContactImportService } from '../contacts/contact-import.service.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactList } from '../lists/contact-list.entity.js';
import { ListsService } from '../lists/lists.service.js';
import { JOURNEY_MESSAGE_PURPOSE, type JoinJourneyList, type JourneyListMembers } from './journey-message.js';
import { JourneyReports } from './journey-reports.js';

type Member = JourneyListMembers['members'][number];

/**
 * Puts contacts on a list that journeys of the CRM name, as users do: on one with double opt-in they are asked first. Who is on it stays
 * as they are, so that a job which runs again changes nothing.
 */
@Injectable()
export class JourneyListsProcessor {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly imports: ContactImportService,
    private readonly contacts: ContactRepository,
    private readonly lists: ListsService,
    private readonly reports: JourneyReports,
  ) {}

  @OnJob('journey-list.join', { chunk: 1, concurrency: 1 })
  async join(batch: JobBatch<JoinJourneyList>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.joinOne(batch, job));
  }

  private async joinOne(batch: JobBatch<JoinJourneyList>, { id, payload }: ClaimedJob<JoinJourneyList>): Promise<void> {
    const { tenantId } = batch;
    const opened = this.secrets.open(tenantId, JOURNEY_MESSAGE_PURPOSE, payload.sealed);
    const { list, members } = JSON.parse(opened) as JourneyListMembers;
    const listId = await this.findList(tenantId, list);
    const isOnList = listId !== null && (await this.add(tenantId, listId, members));
    await this.database.tenant(tenantId, async (tx) => {
      await batch.complete(tx, [id]);
      if (isOnList) return;
      const failed = members.map(({ email, origin }) => ({ id: origin, address: email, origin }));
      await this.reports.failed(tx, tenantId, failed, 'list-unknown');
    });
  }

  private async findList(tenantId: TenantId, name: string): Promise<Id<'lst'> | null> {
    const where = isId('lst', name) ? { tenantId, id: name } : { tenantId, slug: name };
    const list = await this.database.tenant(tenantId, (tx) => tx.findOneBy(ContactList, where));
    return list?.id ?? null;
  }

  /** Returns false if the list is gone by then. */
  private async add(tenantId: TenantId, listId: Id<'lst'>, members: readonly Member[]): Promise<boolean> {
    const rows = members.map(({ email, name }) => ({ Email: email, ...(name !== null && { Name: name }) }));
    await this.imports.run(tenantId, rows);
    const emailKeys = members.map(({ email }) => emailKey(email));
    const known = await this.database.tenant(tenantId, (tx) => this.contacts.lockKnown(tx, tenantId, { emailKeys }));
    if (known.length === 0) return true;
    try {
      await this.lists.addMembers(
        tenantId,
        listId,
        known.map(({ id }) => id),
      );
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'NotFound') return false;
      throw error;
    }
  }
}
