import { Entity } from 'typeorm';
import { DataRights } from '#libs/core/persistence';
import { SigningKeyColumns } from '#libs/messaging/domains';

/** A key that signs the mail of a domain. */
@Entity()
@DataRights({
  erasure: { stays: 'A key of a domain' },
  withheld: { private_key: 'Signs mail in the name of the domain' },
})
export class DkimSigningKey extends SigningKeyColumns {}
