import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ChangeCause } from './change-cause.js';

export const ON_CONTACTS_CHANGED = Symbol('on-contacts-changed');

/** One change of a contact, as it was made. */
export interface SingleChange {
  /** As in {@link ChangedContact}. */
  fields: readonly string[];
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  cause: ChangeCause;
}

/** All that happened to a contact since its watchers were last told. */
export interface ChangedContact {
  contactId: Id<'cnt'>;
  isNew: boolean;
  /**
   * As the API names them: `estagio`, `marcadores`, `campos.frota`, `email`, `telefone`, `consentimento`, `eventos`, `empresa_id`.
   * `apagado` is true in `after` of a contact that was deleted, merged into another or erased, and false of a restored one.
   */
  fields: readonly string[];
  /** Values of the changed fields by the same names; sealed values (e-mail, phone), consents and events are absent. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  cause: ChangeCause;
  changedAt: Date;
  /** Each change, in order: for those who wait for one that others may have followed, or undone. */
  changes: readonly SingleChange[];
}

export type ContactsChangedHandler = (
  tx: EntityManager,
  tenantId: TenantId,
  changes: readonly ChangedContact[],
) => Promise<unknown>;

/**
 * Makes a provider's method run for changed contacts of a watched tenant, up to 500 at once and each contact once, in the
 * transaction that deletes the changes from the log: all methods take effect, or all run again. It must have no other effects
 * than that transaction's. By then a contact may have changed again, or be gone.
 */
export const OnContactsChanged =
  () =>
  <Method extends ContactsChangedHandler>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(ON_CONTACTS_CHANGED, true)(target, name, method);
  };
