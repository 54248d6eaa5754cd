import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { type ErasedCounts, type ErasesPerson, ErasesPersonIn } from './erases-person.js';

/** All providers of an app that erase what they hold of a person. None may rely on the order in which they come. */
@Injectable()
export class PersonErasers<Person> implements OnApplicationBootstrap, ErasesPerson<Person> {
  /** The tables that are erased by one of them. */
  readonly tables = new Set<string>();
  #erasers: ErasesPerson<Person>[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const providers = this.discovery.getProviders({ metadataKey: ErasesPersonIn.KEY });
    for (const provider of providers) {
      const tables = this.discovery.getMetadataByDecorator(ErasesPersonIn, provider) ?? [];
      for (const table of tables) this.tables.add(table);
    }
    this.#erasers = [...new Set(providers.map(({ instance }) => instance as ErasesPerson<Person>))];
  }

  async erase(tx: EntityManager, tenantId: TenantId, person: Person): Promise<ErasedCounts> {
    const counts: Record<string, number> = {};
    for (const eraser of this.#erasers) Object.assign(counts, await eraser.erase(tx, tenantId, person));
    return counts;
  }
}
