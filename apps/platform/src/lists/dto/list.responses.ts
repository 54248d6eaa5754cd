import { ApiProperty } from '@nestjs/swagger';

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

  @ApiProperty({ format: 'date-time', description: 'When name or description were last saved.' })
  UpdatedAt: string;
}

export class ListResponse {
  @ApiProperty({ type: ListView })
  List: ListView;
}

export class ListPageResponse {
  @ApiProperty({ type: [ListView] })
  Lists: ListView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class AddedMembersResponse {
  @ApiProperty({ type: 'integer', description: 'How many were not on the list before.' })
  Added: number;
}

export class RemovedMembersResponse {
  @ApiProperty({ type: 'integer', description: 'How many were on the list before.' })
  Removed: number;
}
