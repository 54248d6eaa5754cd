import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { OnJob, type JobBatch } from '#libs/jobs';
import { type Id, SYSTEM_DATA_SOURCE } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';
import { LinkTokenRepository } from '../links/link-token.repository.js';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox, type SealedRequest } from '../mail/mail-outbox.js';
import { normalisedEmail } from '../people/person.repository.js';

const LINK_HOURS = 1;

interface Forgetful {
  userId: Id<'usr'>;
  addressId: Id<'adr'>;
  email: string;
  name: string;
}

/**
 * A forgotten password. Whoever asks learns nothing: the question is put aside, in the same steps whether or not anybody
 * has the address, and a worker finds out and sends a mail, or nothing.
 */
@Injectable()
export class ForgottenPassword {
  constructor(
    private readonly system: SystemDatabase,
    @Inject(SYSTEM_DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly links: LinkTokenRepository,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
  ) {}

  /** @throws Problem Throttling, for known and unknown addresses alike */
  async ask(text: string): Promise<void> {
    const email = normalisedEmail(text);
    await this.limit.take('password-reset', email);
    await this.system.transaction((tx) => this.outbox.promiseReset(tx, email));
  }

  @OnJob('password.forgotten', { concurrency: 2 })
  async answer(batch: JobBatch<SealedRequest>): Promise<void> {
    for (const { id, payload } of batch.jobs) {
      const person = await this.find(this.outbox.openRequest(payload));
      await this.dataSource.transaction(async (tx) => {
        // Whoever took over after our lease ran out has promised the mail.
        const ours = await batch.complete(tx, [id]);
        if (!person || !ours.has(id)) return;
        const link = await this.links.issue(tx, 'password-reset', person, LINK_HOURS);
        await this.outbox.promise(tx, { kind: 'password-reset', to: person.email, name: person.name, ...link });
      });
    }
  }

  /** By the address to sign in with, or by another one that the person has proved. */
  private async find(email: string): Promise<Forgetful | undefined> {
    const [person] = await this.system.query<Forgetful>(
      `select a.user_id as "userId", a.id as "addressId", a.email, u.name
         from email_address a join user_account u on u.id = a.user_id
        where a.email = $1 and (a.is_primary or a.verified_at is not null) and u.status = 'active'`,
      [email],
    );
    return person;
  }
}
