import { Entity } from 'typeorm';
import { SigningKeyColumns } from '#libs/domains';

/** A key that signs the mail of a domain. */
@Entity()
export class DkimSigningKey extends SigningKeyColumns {}
