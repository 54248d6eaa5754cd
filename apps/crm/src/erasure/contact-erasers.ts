import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { type ErasesContact, ErasesContactIn } from './contact-eraser.js';

/** All providers that erase what they hold of a contact. */
@Injectable()
export class ContactErasers implements OnApplicationBootstrap, ErasesContact {
  /** The tables that are erased by one of them. */
  readonly tables = new Set<string>();
  #erasers: ErasesContact[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const providers = this.discovery.getProviders({ metadataKey: ErasesContactIn.KEY });
    for (const provider of providers) {
      const tables = this.discovery.getMetadataByDecorator(ErasesContactIn, provider) ?? [];
      for (const table of tables) this.tables.add(table);
    }
    this.#erasers = [...new Set(providers.map(({ instance }) => instance as ErasesContact))];
  }

  async eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    for (const eraser of this.#erasers) await eraser.eraseContact(tx, tenantId, contactId);
  }
}
