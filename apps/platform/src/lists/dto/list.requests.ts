import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { GraphqlInput } from '#libs/core/graphql';
import { LANGUAGES, type Language } from '#libs/core/html';
import { Flag, ITEM, MayBeAbsent, MayBeNull, OneOf, pageQuery, rule, Text } from '#libs/core/http';
import type { ListRequest } from '../lists.service.js';
import { MAX_SLUG, SLUG } from '../slug.js';

export const MAX_MEMBERS_A_CALL = 5_000;

const CONTACT_ID = ITEM.publicId('cnt');

/** A list with the same slug is changed instead; then what is absent stays. */
@GraphqlInput('SaveContactListInput')
export class SaveListRequest {
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Newsletter' })
  Name: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: MAX_SLUG,
    pattern: SLUG,
    form: 'must be of a-z and 0-9, in words that hyphens join',
    example: 'newsletter',
    description: 'Made of the name unless given.',
  })
  Slug?: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 1_000 })
  Description?: string | null;

  @MayBeAbsent()
  @Flag({
    description:
      'Ask new members by e-mail whether they want to be on the list, and send campaigns to those that confirmed. ' +
      'Members that are on the list already stay. False for a new list when absent. The session of an owner alone ' +
      'switches it off, with a ConsentNote.',
  })
  DoubleOptIn?: boolean;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 500,
    pattern: /\S/,
    description:
      'Why new members need not confirm any more; required to switch DoubleOptIn off, and kept in the audit log.',
    example: 'The form of the shop asks for the consent itself',
  })
  ConsentNote?: string;

  @MayBeAbsent()
  @OneOf(LANGUAGES, {
    description:
      'Language of these mails to contacts without an attribute `language`. `en` for a new list when absent.',
  })
  Language?: Language;

  toList(): ListRequest {
    const { Name, Slug, Description, DoubleOptIn, ConsentNote, Language } = this;
    return {
      name: Name,
      slug: Slug,
      description: Description,
      doubleOptIn: DoubleOptIn,
      consentNote: ConsentNote,
      language: Language,
    };
  }
}

/** How many ids there may be is a question of meaning: the service answers it, with 422. */
@GraphqlInput('ContactListMembersInput')
export class MembersRequest {
  @IsArray()
  @rule('isContactId', CONTACT_ID.test, CONTACT_ID.message, true)
  @ApiProperty({
    type: 'array',
    items: { type: 'string', ...CONTACT_ID.schema },
    minItems: 1,
    maxItems: MAX_MEMBERS_A_CALL,
    example: ['cnt_0c7b3f19ad62e04f'],
  })
  ContactIds: string[];
}

@GraphqlInput('AddContactListMembersInput')
export class AddMembersRequest extends MembersRequest {
  @MayBeAbsent()
  @Text({
    min: 1,
    max: 500,
    pattern: /\S/,
    description:
      'How these contacts gave their consent earlier, such as on paper. They need not confirm then. Of a list with ' +
      'double opt-in; for the session of an owner alone.',
    example: 'Signed at the fair in Porto, May 2026',
  })
  ConsentNote?: string;
}

@ArgsType()
export class ListListsQuery extends pageQuery(200) {}
