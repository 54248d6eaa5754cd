import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { type JobBatch, OnJob } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { openContacts } from '../contacts/contact-records.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { FIND_TWINS_JOB, type FindTwins } from '../contacts/find-twins-job.js';
import { SuggestionFinder } from './suggestion-finder.js';

/** Contacts in one transaction. */
const CONTACTS = 500;

/** Compares contacts that are new, or have another name or e-mail address. Doing it again changes nothing. */
@Injectable()
export class FindTwinsProcessor {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly finder: SuggestionFinder,
  ) {}

  @OnJob(FIND_TWINS_JOB, { chunk: 20, concurrency: 1 })
  async find(batch: JobBatch<FindTwins>): Promise<void> {
    await batch.runForAll(async () => {
      const { tenantId } = batch;
      const cipher = await this.keys.cipherOf(tenantId);
      const ids = [...new Set(batch.jobs.flatMap(({ payload }) => payload.contactIds))].sort();
      for (let from = 0; from < ids.length; from += CONTACTS) {
        await this.database.tenant(tenantId, async (tx) => {
          const where = { tenantId, id: In(ids.slice(from, from + CONTACTS)), deletedAt: IsNull() };
          const found = await tx.findBy(Contact, where);
          const identifiers = await this.contacts.listIdentifiers(
            tx,
            tenantId,
            found.map(({ id }) => id),
          );
          await this.finder.suggest(tx, cipher, tenantId, openContacts(cipher, found, identifiers));
        });
      }
      const done = batch.jobs.map(({ id }) => id);
      await this.database.tenant(tenantId, (tx) => batch.complete(tx, done));
    });
  }
}
