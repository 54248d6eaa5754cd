import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/persistence';
import { HtmlDisplay } from '../display/html-display.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { SignatureRepository } from './signature.repository.js';

/** The signatures of mailboxes. Only what is safe to show is stored. */
@Injectable()
export class SignaturesService {
  constructor(
    private readonly database: Database,
    private readonly signatures: SignatureRepository,
    private readonly display: HtmlDisplay,
  ) {}

  /** '' if there is none. */
  async get({ tenantId, id }: Mailbox): Promise<string> {
    const signature = await this.database.tenant(tenantId, (tx) => this.signatures.find(tx, tenantId, id));
    return signature?.html ?? '';
  }

  /** Returns it as it is stored. */
  async put({ tenantId, id }: Mailbox, html: string): Promise<string> {
    const safe = this.display.sanitiseOwn(html);
    await this.database.tenant(tenantId, (tx) => this.signatures.upsert(tx, tenantId, id, safe));
    return safe;
  }
}
