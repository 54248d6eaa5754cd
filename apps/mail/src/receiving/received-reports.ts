import { Injectable } from '@nestjs/common';
import { readBeginning } from '#libs/mail/email';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { REPORT_LIMITS } from '#libs/mail/trust-reports';
import { MailDomainRepository } from '../domains/mail-domain.repository.js';
import type { NewAttachment } from '../messages/store/new-message.js';
import { reportKindOf } from '../trust-reports/report-kind.js';
import { TrustReports } from '../trust-reports/trust-reports.service.js';
import type { Examined } from './examination.js';
import type { InboundMessage } from './inbound-message.entity.js';

/** A mail has one report; what has many files wants to keep us busy. */
const FILES_MAX = 5;

/** Passes the files of mail to a domain's addresses for reports on to those who read reports. */
@Injectable()
export class ReceivedReports {
  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly blobs: Blobs,
    private readonly reports: TrustReports,
  ) {}

  /** Takes nothing of a message that belongs in quarantine. @throws StorageUnavailable, DatabaseUnavailable */
  async accept(
    { tenantId, reportDomainIds }: InboundMessage,
    { attachments, quarantineReason }: Examined,
  ): Promise<void> {
    if (reportDomainIds.length === 0 || quarantineReason) return;
    for (const file of attachments.filter(isReport).slice(0, FILES_MAX)) {
      const content = await readBeginning(await this.blobs.read(tenantId, file.blobHash), REPORT_LIMITS.packedBytes);
      for (const id of reportDomainIds) {
        const domain = await this.database.tenant(tenantId, (tx) => this.domains.find(tx, tenantId, id));
        if (domain) await this.reports.accept(tenantId, domain, file.contentType, file.fileName, content);
      }
    }
  }
}

const isReport = ({ contentType, fileName, bytes }: NewAttachment): boolean =>
  bytes <= REPORT_LIMITS.packedBytes && reportKindOf(contentType, fileName) !== null;
