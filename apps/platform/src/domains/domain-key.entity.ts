import { Entity } from 'typeorm';
import { SigningKeyColumns } from '#libs/domains';

/** A DKIM key of a sending domain. */
@Entity()
export class DomainKey extends SigningKeyColumns {}
