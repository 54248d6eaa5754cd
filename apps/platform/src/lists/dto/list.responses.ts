import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { LANGUAGES, type Language } from '#libs/core/html';
import { pageOf } from '#libs/core/http';
import type { ContactList } from '../contact-list.entity.js';

@GraphqlObject('ContactList', 'A list of contacts.')
export class ListView {
  @ApiProperty({ example: 'lst_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'Newsletter' })
  Name: string;

  @ApiProperty({ example: 'newsletter' })
  Slug: string;

  @ApiProperty({ type: String, nullable: true })
  Description: string | null;

  @ApiProperty({ type: 'integer', description: 'How many contacts are on it, exactly; those that are pending, too.' })
  MemberCount: number;

  @ApiProperty({ type: 'integer', description: 'How many of them have not confirmed yet, and get no campaign.' })
  PendingCount: number;

  @ApiProperty({ description: 'Whether new members have to confirm by e-mail.' })
  DoubleOptIn: boolean;

  @ApiProperty({ enum: LANGUAGES })
  Language: Language;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When the list itself was last changed.' })
  UpdatedAt: string;

  static of(list: ContactList): ListView {
    return {
      Id: list.id,
      Name: list.name,
      Slug: list.slug,
      Description: list.description,
      MemberCount: list.memberCount,
      PendingCount: list.pendingCount,
      DoubleOptIn: list.doubleOptIn,
      Language: list.language,
      CreatedAt: list.createdAt.toISOString(),
      UpdatedAt: list.updatedAt.toISOString(),
    };
  }
}

export class ListResponse {
  @ApiProperty({ type: ListView })
  List: ListView;
}

export class ListPageResponse extends pageOf('Lists', ListView) {}

@GraphqlObject('AddedContactListMembers')
export class AddedMembersResponse {
  @ApiProperty({ type: 'integer', description: 'How many were not on the list before.' })
  Added: number;

  @ApiProperty({
    type: 'integer',
    description: 'How many of the given contacts are asked for a confirmation by a mail.',
  })
  Asked: number;

  static of({ added, asked }: { added: number; asked: number }): AddedMembersResponse {
    return { Added: added, Asked: asked };
  }
}

@GraphqlObject('RemovedContactListMembers')
export class RemovedMembersResponse {
  @ApiProperty({ type: 'integer', description: 'How many were on the list before.' })
  Removed: number;
}
