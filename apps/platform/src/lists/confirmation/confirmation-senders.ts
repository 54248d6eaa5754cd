import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { SendingDomain } from '../../domains/sending-domain.entity.js';

/** An address that sends mails that ask for a confirmation. */
export interface ConfirmationSender {
  address: string;
  /** Whether it is the installation's own, which no tenant has verified. */
  isShared: boolean;
}

/** Finds out from where a tenant's mails that ask for a confirmation are sent. */
@Injectable()
export class ConfirmationSenders {
  constructor(private readonly config: PlatformConfig) {}

  /** An address of the domain that the tenant has had longest, else the installation's; null without either. */
  async find(tx: EntityManager, tenantId: TenantId): Promise<ConfirmationSender | null> {
    const domain = await tx.findOne(SendingDomain, {
      select: { tenantId: true, id: true, name: true },
      where: { tenantId, verifiedAt: Not(IsNull()) },
      order: { position: 'ASC' },
    });
    if (domain) return { address: `no-reply@${domain.name}`, isShared: false };
    const address = this.config.confirmationSender ?? (this.config.isProduction ? undefined : DEVELOPMENT_SENDER);
    return address === undefined ? null : { address, isShared: true };
  }
}

const DEVELOPMENT_SENDER = 'no-reply@service.test';
