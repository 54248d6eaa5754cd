import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from './identifiers.js';

/** An e-mail address or telephone number of a contact. No two live contacts of a tenant have the same. */
@Entity()
@DataRights({
  erasure: 'erased',
  withheld: {
    blind_index: 'Finds the contact of an address or a number, which is in the same row',
    untagged_index: 'Finds the contact of an address or a number, which is in the same row',
    domain_index: 'Finds the contacts of a domain, which is in the address in the same row',
  },
})
export class ContactIdentifier {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  contactId: Id<'cnt'>;

  @Column('text')
  kind: IdentifierKind;

  /** The value, sealed under the contact's key. */
  @Column('bytea')
  sealed: Buffer;

  @Column('bytea')
  blindIndex: Buffer;

  /** The blind index of an e-mail address without what follows its plus; null if that makes no other address. */
  @Column('bytea', { nullable: true })
  untaggedIndex: Buffer | null;

  /** The blind index of what follows the `@` of an e-mail address; null for others, and until an older row has it. */
  @Column('bytea', { nullable: true })
  domainIndex: Buffer | null;

  /** Whether it is the one that is used and shown first; one of each kind. */
  @Column('boolean')
  isPrimary: boolean;

  /** False while the contact is deleted: the value is free for another contact. */
  @Column('boolean')
  isLive: boolean;

  @CreatedAt()
  createdAt: Date;
}
