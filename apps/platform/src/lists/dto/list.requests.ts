import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { ITEM, MayBeAbsent, MayBeNull, pageQuery, rule, Text } from '#libs/http';
import { MAX_SLUG, SLUG } from '../slug.js';

export const MAX_MEMBERS_A_CALL = 5_000;

const CONTACT_ID = ITEM.publicId('cnt');

/** A list with the same slug is changed instead; then what is absent stays. */
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
}

/** How many ids there may be is a question of meaning: the service answers it, with 422. */
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

@ArgsType()
export class ListListsQuery extends pageQuery(200) {}
