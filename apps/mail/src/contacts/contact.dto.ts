import { ArgsType } from '@nestjs/graphql';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { EmailAddress, MayBeAbsent, PageLimit, QueryText, Text } from '#libs/core/http';
import { listOf } from '../list-of.js';
import { ONE_LINE } from '../one-line.js';
import type { ListedContact } from './contact-list.sql.js';
import type { ContactValues } from './contact.repository.js';
import type { Suggestion } from './suggestions.sql.js';

@GraphqlInput('CreateMailboxContactInput')
export class CreateContactRequest {
  @EmailAddress({ example: 'ana@x.test' })
  email: string;

  @MayBeAbsent()
  @Text({ max: 200, pattern: ONE_LINE, form: 'one line of text', example: 'Ana Lima' })
  name?: string;

  @MayBeAbsent()
  @Text({ max: 5_000 })
  notes?: string;
}

@GraphqlInput('UpdateMailboxContactInput', 'What is absent stays.')
export class UpdateContactRequest extends PartialType(CreateContactRequest, { skipNullProperties: false }) {}

@GraphqlObject('MailboxContact', 'An entry in the address book of a mailbox.')
export class ContactObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'ana@x.test' })
  email: string;

  @ApiProperty({ example: 'Ana Lima', description: 'Empty without one.' })
  name: string;

  @ApiProperty()
  notes: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static of({ id, mailboxId, email, name, notes, createdAt, updatedAt }: ListedContact): ContactObject {
    const dates = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { id, mailbox_id: mailboxId, email, name, notes, ...dates };
  }
}

const TEXT = { max: 200, description: 'A part of the name or of the e-mail address, in any case.' };

@ArgsType()
export class ContactFilters {
  @QueryText(TEXT)
  q?: string;
}

const contacts = listOf('contacts', ContactObject, { max: 200, filters: ContactFilters });

export class ListMailboxContactsQuery extends contacts.Query {}

export class MailboxContactPage extends contacts.Page {}

@ArgsType()
export class SuggestQuery {
  @QueryText(TEXT)
  q?: string;

  @PageLimit(50, 10)
  limit: number;
}

@GraphqlObject('MailRecipientSuggestion', 'Someone to write to.')
export class SuggestionObject {
  @ApiProperty({ example: 'Ana Lima', description: 'Empty without one.' })
  name: string;

  @ApiProperty({ example: 'ana@x.test' })
  address: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'If the address is a contact.' })
  contact_id: string | null;

  static of({ name, address, contactId }: Suggestion): SuggestionObject {
    return { name, address, contact_id: contactId };
  }
}

export class SuggestionsResponse {
  @ApiProperty({ type: [SuggestionObject], description: 'The likeliest first.' })
  suggestions: SuggestionObject[];
}

/** Converts the fields that a request has. */
export function toContactValues({ email, name, notes }: UpdateContactRequest): Partial<ContactValues> {
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name: name.trim() }),
    ...(notes !== undefined && { notes }),
  };
}
