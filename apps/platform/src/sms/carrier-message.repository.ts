import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { CarrierMessage } from './carrier-message.entity.js';

export type NewCarrierMessage = Pick<CarrierMessage, 'carrierId' | 'messageId' | 'isLast'>;

/** The message of texts that are none of a tenant's, such as a code: their receipts are not recorded. */
export const NO_MESSAGE = '';

/** The carrier of the installation. */
const INSTALLATION = '';

/** The most rows of one id: a carrier may reuse it after years. */
const CANDIDATES = 50;

/** The ids that the carrier gives to messages. */
@Injectable()
export class CarrierMessageRepository {
  /** Inserts ids; one that is there already stays as it is. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    ids: readonly NewCarrierMessage[],
    carrier: string = INSTALLATION,
  ): Promise<void> {
    if (ids.length === 0) return;
    const values = ids.map(({ carrierId, messageId, isLast }) => ({ tenantId, carrierId, messageId, isLast, carrier }));
    await tx.createQueryBuilder().insert().into(CarrierMessage).values(values).orIgnore().execute();
  }

  /**
   * The newest message that has one of these ids at the carrier of the installation; the first id that is known decides.
   * Runs as the system role: the carrier does not know tenants.
   */
  async find(tx: EntityManager, carrierIds: readonly string[]): Promise<CarrierMessage | undefined> {
    return this.findNewest(tx, { carrier: INSTALLATION }, carrierIds);
  }

  /** The newest message that has one of these ids at a tenant's own carrier. */
  async findOwn(
    tx: EntityManager,
    tenantId: TenantId,
    carrier: string,
    carrierIds: readonly string[],
  ): Promise<CarrierMessage | undefined> {
    return this.findNewest(tx, { tenantId, carrier }, carrierIds);
  }

  private async findNewest(
    tx: EntityManager,
    where: Partial<Pick<CarrierMessage, 'tenantId' | 'carrier'>>,
    carrierIds: readonly string[],
  ): Promise<CarrierMessage | undefined> {
    const found = await tx.find(CarrierMessage, {
      where: { ...where, carrierId: In(carrierIds) },
      order: { createdAt: 'DESC' },
      take: CANDIDATES,
    });
    return carrierIds.map((id) => found.find(({ carrierId }) => carrierId === id)).find((message) => message);
  }
}
