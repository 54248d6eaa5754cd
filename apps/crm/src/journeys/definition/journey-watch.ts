import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { WatchedTenants } from '../../contact-changes/watched-tenants.js';
import type { Journey } from './journey.entity.js';
import { JourneyRepository } from './journey.repository.js';

const WATCHER = 'journeys';

/** Has changes of contacts logged while a journey of the tenant depends on them. */
@Injectable()
export class JourneyWatch {
  constructor(
    private readonly watched: WatchedTenants,
    private readonly journeys: JourneyRepository,
  ) {}

  /** To be called last in a transaction that turned a journey on or off, changed or deleted it. */
  async follow(tx: EntityManager, tenantId: TenantId): Promise<void> {
    const active = await this.journeys.listActive(tx, tenantId);
    if (active.some(needsChanges)) await this.watched.watch(tx, tenantId, WATCHER);
    else await this.watched.unwatch(tx, tenantId, WATCHER);
  }
}

/** A journey that is on has to hear of contacts that are gone, whatever else it waits for. */
export const needsChanges = ({ active, deletedAt }: Journey): boolean => active && deletedAt === null;
