import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from '../identifiers/identifiers.js';

/**
 * An e-mail address or telephone number of an erased person, as its blind index alone. A contact that gets it begins with the
 * consent of its channels withdrawn (a trigger of `contact_identifier`); a confirmed consent deletes it.
 */
@Entity()
@DataRights({
  erasure: { stays: 'A keyed hash stays, so that nobody who was erased is written to' },
  leftOut: 'Finds the addresses of erased people, if they are entered again, and names none',
})
export class ErasedIdentifier {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  kind: IdentifierKind;

  @PrimaryColumn('bytea')
  blindIndex: Buffer;

  @CreatedAt()
  createdAt: Date;
}
