import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { findPage, type Page, type PageRequest, TenantRows, type TenantId } from '#libs/core/persistence';
import { ReceivedText } from './received-text.entity.js';

/** Numbers of which both or one is given. */
export type ReceivedTextFilter = Partial<Pick<ReceivedText, 'sender' | 'recipient'>>;

/** The texts that came for a tenant. */
@Injectable()
export class ReceivedTextRepository extends TenantRows<ReceivedText> {
  constructor() {
    super(ReceivedText, 'itx');
  }

  /** A page, newest first. */
  async listFiltered(
    tx: EntityManager,
    tenantId: TenantId,
    filter: ReceivedTextFilter,
    page: PageRequest,
  ): Promise<Page<ReceivedText>> {
    return findPage(tx, ReceivedText, 'itx', { tenantId, ...filter }, page);
  }
}
