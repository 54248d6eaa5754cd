import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { GraphqlInput } from '#libs/core/graphql';
import {
  E164,
  MayBeAbsent,
  MayBeNull,
  pageQuery,
  QueryEnum,
  QueryPublicId,
  QueryText,
  rule,
  Text,
  TextMap,
} from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { toContactEmail } from '../contact.js';
import type { ContactFilter } from '../contact.repository.js';

export const MAX_IMPORT = 5_000;
const EXTERNAL_ID_MAX = 255;
const EXTERNAL_ID = /^\S(?:[^\r\n]*\S)?$/;

const isRecipient = (value: unknown): boolean => typeof value === 'string' && toContactEmail(value) !== null;

/** A contact has an e-mail address, a telephone number or both; in an import, `ExternalId` alone names one that is there. */
@GraphqlInput('NewContactInput')
export class CreateContactRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({
    min: 1,
    max: EXTERNAL_ID_MAX,
    pattern: EXTERNAL_ID,
    form: 'must not begin or end with blanks',
    example: 'customer-4711',
    description: 'What your own system calls the contact; unique in the account, case counts.',
  })
  ExternalId?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    min: 1,
    max: 1_000,
    example: 'someone@example.test',
    description: 'Any address that can be sent to; unique in the account, without regard to case.',
  })
  @rule('isRecipient', isRecipient, 'must be an e-mail address')
  Email?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @E164({ description: 'Unique in the account.' })
  Phone?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 200, example: 'Ana Lima' })
  Name?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @TextMap({ max: 50, keyMax: 100, valueMax: 1_000, example: { city: 'Porto' }, description: 'Replaced as a whole.' })
  Attributes?: Record<string, string> | null;
}

/** At least one of the fields. What is absent stays, null empties. */
@GraphqlInput('ContactChangeInput')
export class UpdateContactRequest extends CreateContactRequest {}

/** Each contact is validated by itself: an invalid one is an error of its row, not of the call. */
@GraphqlInput('ImportContactsInput')
export class ImportContactsRequest {
  @IsArray()
  @ApiProperty({ type: [CreateContactRequest], minItems: 1, maxItems: MAX_IMPORT })
  Contacts: unknown[];
}

@ArgsType()
class ContactSearch {
  @QueryText({ max: 200, description: 'A part of name, e-mail or phone; % and _ are taken as they are.' })
  q?: string;
}

@ArgsType()
export class MemberFilters extends ContactSearch {
  @QueryEnum(['confirmed', 'pending'], {
    description: 'Only members that have confirmed, or only those that have not.',
  })
  status?: 'confirmed' | 'pending';

  toFilter(listId: Id<'lst'>): ContactFilter {
    const { q, status } = this;
    return { text: q, listId, ...(status && { isPending: status === 'pending' }) };
  }
}

export class ListedContactsQuery extends pageQuery(200, MemberFilters) {}

export class ListContactsQuery extends pageQuery(200, ContactSearch) {
  @QueryPublicId('lst', { description: 'Only the members of this list.' })
  list_id?: Id<'lst'>;

  @QueryText({ max: EXTERNAL_ID_MAX, description: 'Only the contact with this ExternalId.' })
  external_id?: string;
}

/** The filters of contacts, as GraphQL names them. */
@ArgsType()
export class ContactFilters extends ContactSearch {
  @QueryPublicId('lst', { description: 'Only the members of this list.' })
  listId?: Id<'lst'>;

  @QueryText({ max: EXTERNAL_ID_MAX, description: 'Only the contact with this externalId.' })
  externalId?: string;
}

@ArgsType()
export class ContactPageArgs extends pageQuery(200, ContactFilters) {}
