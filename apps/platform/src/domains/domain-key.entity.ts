import { Entity } from 'typeorm';
import { DataRights } from '#libs/core/persistence';
import { SigningKeyColumns } from '#libs/messaging/domains';

/** A DKIM key of a sending domain. */
@Entity()
@DataRights({
  erasure: { stays: 'Settings of the tenant' },
  withheld: { private_key: 'Signs e-mail in the name of the domain' },
})
export class DomainKey extends SigningKeyColumns {}
