import { Injectable } from '@nestjs/common';
import { groupBy } from '#libs/core/jobs';
import { type BoundedCount, Database, isId, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import type { ReceivedAttachment } from './received-attachment.entity.js';
import type { ReceivedBody } from './received-content.js';
import type { ReceivedEmail } from './received-email.entity.js';
import { ReceivedEmailRepository } from './received-email.repository.js';
import { countReceived, type ReceivedFilter } from './received-search.sql.js';
import { ReceivedUrls } from './received-urls.js';

/** A message with its files, and the addresses of what it has. */
export interface WholeEmail {
  email: ReceivedEmail;
  /** Null before it is read, and in a list. */
  body: ReceivedBody | null;
  attachments: readonly ReceivedAttachment[];
  urls: ReceivedUrls;
}

const INDEX = /^(?:0|[1-9]\d{0,5})$/;

/** The mail that a tenant has received. */
@Injectable()
export class ReceivedEmailsService {
  constructor(
    private readonly database: Database,
    private readonly emails: ReceivedEmailRepository,
    private readonly urls: ReceivedUrls,
  ) {}

  async listPage(tenantId: TenantId, page: PageRequest): Promise<Page<ReceivedEmail>> {
    return this.database.tenant(tenantId, (tx) => this.emails.listPage(tx, tenantId, page));
  }

  /** A page of the mail that a filter finds, newest first. It looks at a bounded number of e-mails, and may be short then. */
  async search(tenantId: TenantId, filter: ReceivedFilter, page: PageRequest): Promise<Page<ReceivedEmail>> {
    return this.database.tenant(tenantId, (tx) => this.emails.search(tx, tenantId, filter, page));
  }

  async count(tenantId: TenantId, filter: ReceivedFilter): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => countReceived(tx, tenantId, filter));
  }

  /** E-mails of one tenant with their files and without their texts, in the same order. */
  async withFiles(tenantId: TenantId, emails: readonly ReceivedEmail[]): Promise<WholeEmail[]> {
    if (emails.length === 0) return [];
    const ids = emails.map(({ id }) => id);
    const files = await this.database.tenant(tenantId, (tx) => this.emails.listFiles(tx, tenantId, ids));
    const byEmail = groupBy(files, ({ emailId }) => emailId);
    return emails.map((email) => {
      return { email, body: null, attachments: byEmail.get(email.id) ?? [], urls: this.urls };
    });
  }

  async find(tenantId: TenantId, id: string): Promise<ReceivedEmail | null> {
    if (!isId('inb', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.emails.find(tx, tenantId, id));
  }

  async whole(email: ReceivedEmail): Promise<WholeEmail> {
    const { tenantId, id } = email;
    return this.database.tenant(tenantId, async (tx) => ({
      email,
      body: await this.emails.findBody(tx, email),
      attachments: await this.emails.listFiles(tx, tenantId, [id]),
      urls: this.urls,
    }));
  }

  /** Null if the message has no such file, also for a text that is no number. */
  async findFile(email: ReceivedEmail, index: string): Promise<ReceivedAttachment | null> {
    if (!INDEX.test(index)) return null;
    return this.database.tenant(email.tenantId, (tx) => this.emails.findFile(tx, email, Number(index)));
  }
}
