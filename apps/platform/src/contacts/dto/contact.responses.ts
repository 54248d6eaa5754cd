import { ApiProperty } from '@nestjs/swagger';

export class ContactView {
  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ type: String, nullable: true, example: 'someone@example.test' })
  Email: string | null;

  @ApiProperty({ type: String, nullable: true, example: '+5511987654321' })
  Phone: string | null;

  @ApiProperty({ type: String, nullable: true })
  Name: string | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  Attributes: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;
}

export class ContactResponse {
  @ApiProperty({ type: ContactView })
  Contact: ContactView;
}

export class ContactPageResponse {
  @ApiProperty({ type: [ContactView] })
  Contacts: ContactView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class ImportRowError {
  @ApiProperty({ enum: ['Sender', 'Receiver'] })
  Type: string;

  @ApiProperty({ example: 'ValidationError' })
  Code: string;

  @ApiProperty()
  Message: string;

  @ApiProperty({ required: false, type: 'array', items: { type: 'object', additionalProperties: true } })
  Details?: readonly object[];
}

export class ImportError {
  @ApiProperty({ type: 'integer', description: 'Position in the request, from 0.' })
  Index: number;

  @ApiProperty({ type: ImportRowError })
  Error: ImportRowError;
}

export class ImportResponse {
  @ApiProperty({ type: 'integer', description: 'Rows that made a contact.' })
  Created: number;

  @ApiProperty({ type: 'integer', description: 'Rows whose contact was there already, also by an earlier row.' })
  Updated: number;

  @ApiProperty({ type: [ImportError], description: 'Rows that were left out.' })
  Errors: ImportError[];
}
