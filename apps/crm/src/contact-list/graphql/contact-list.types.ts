import { ArgsType } from '@nestjs/graphql';
import { connectionArgs } from '#libs/graphql';
import { CONTACTS_MAX } from '../../contacts/graphql/contact.types.js';
import { ContactFilters } from '../dto/contact-list.query.js';

@ArgsType()
export class ContactConnectionArgs extends connectionArgs({ max: CONTACTS_MAX, filters: ContactFilters }) {}
