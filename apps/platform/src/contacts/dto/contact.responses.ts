import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { ContactRow } from '../contact.js';
import type { ImportOutcome } from '../contact-import.service.js';

export class ContactView {
  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ type: String, nullable: true, example: 'customer-4711' })
  ExternalId: string | null;

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

  static of(contact: ContactRow): ContactView {
    return {
      Id: contact.id,
      ExternalId: contact.externalId,
      Email: contact.email,
      Phone: contact.phone,
      Name: contact.name,
      Attributes: contact.attributes,
      CreatedAt: contact.createdAt.toISOString(),
      UpdatedAt: contact.updatedAt.toISOString(),
    };
  }
}

export class ContactResponse {
  @ApiProperty({ type: ContactView })
  Contact: ContactView;
}

export class ContactPageResponse extends pageOf('Contacts', ContactView) {}

@GraphqlObject('ContactRowProblem')
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

@GraphqlObject('ContactRowError')
export class ImportError {
  @ApiProperty({ type: 'integer', description: 'Position in the request, from 0.' })
  Index: number;

  @ApiProperty({ type: ImportRowError })
  Error: ImportRowError;

  static of({ index, problem: { code, message, details } }: ImportOutcome['errors'][number]): ImportError {
    return {
      Index: index,
      Error: { Type: 'Sender', Code: code, Message: message, ...(details ? { Details: details } : {}) },
    };
  }
}

@GraphqlObject('ImportedContacts')
export class ImportResponse {
  @ApiProperty({ type: 'integer', description: 'Rows that made a contact.' })
  Created: number;

  @ApiProperty({ type: 'integer', description: 'Rows whose contact was there already, also by an earlier row.' })
  Updated: number;

  @ApiProperty({ type: [ImportError], description: 'Rows that were left out.' })
  Errors: ImportError[];

  static of({ created, updated, errors }: ImportOutcome): ImportResponse {
    return { Created: created, Updated: updated, Errors: errors.map(ImportError.of) };
  }
}
