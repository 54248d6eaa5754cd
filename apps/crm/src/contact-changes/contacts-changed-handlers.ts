import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DecoratedMethods } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { type ChangedContact, type ContactsChangedHandler, ON_CONTACTS_CHANGED } from './on-contacts-changed.js';

/** The methods of `@OnContactsChanged()`. */
@Injectable()
export class ContactsChangedHandlers implements OnApplicationBootstrap {
  #handlers: ContactsChangedHandler[] = [];

  constructor(private readonly methods: DecoratedMethods) {}

  onApplicationBootstrap(): void {
    const found = this.methods.list<true, Parameters<ContactsChangedHandler>>(ON_CONTACTS_CHANGED);
    this.#handlers = found.map(
      ({ call }) =>
        (...given) =>
          call(...given),
    );
  }

  async tell(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    for (const handle of this.#handlers) await handle(tx, tenantId, changes);
  }
}
