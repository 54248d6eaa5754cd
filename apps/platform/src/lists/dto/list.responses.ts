import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '#libs/http';
import type { ContactList } from '../contact-list.entity.js';

export class ListView {
  @ApiProperty({ example: 'lst_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'Newsletter' })
  Name: string;

  @ApiProperty({ example: 'newsletter' })
  Slug: string;

  @ApiProperty({ type: String, nullable: true })
  Description: string | null;

  @ApiProperty({ type: 'integer', description: 'How many contacts are on it, exactly.' })
  MemberCount: number;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When name or description were last changed.' })
  UpdatedAt: string;

  static of(list: ContactList): ListView {
    return {
      Id: list.id,
      Name: list.name,
      Slug: list.slug,
      Description: list.description,
      MemberCount: list.memberCount,
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

export class AddedMembersResponse {
  @ApiProperty({ type: 'integer', description: 'How many were not on the list before.' })
  Added: number;
}

export class RemovedMembersResponse {
  @ApiProperty({ type: 'integer', description: 'How many were on the list before.' })
  Removed: number;
}
