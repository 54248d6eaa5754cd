import { ApiProperty, PartialType } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, ITEM, MayBeAbsent, MayBeNull, Nested, Problem, Text, TextList, Uuid } from '#libs/core/http';
import { SEARCH_LIMITS } from '#libs/mail/mail-search';
import { ONE_LINE_OF_TEXT } from '../../one-line.js';
import {
  type FilterActions,
  type FilterValues,
  MAX_FILTER_FORWARDS,
  MAX_FILTER_LABELS,
  MAX_FILTERS,
} from './filter-values.js';
import type { FilterView } from './filters.service.js';

@GraphqlInput('MailboxFilterActionsInput')
export class FilterActionsRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Uuid({ description: 'The folder that it is put in.' })
  folder_id?: string | null;

  @MayBeAbsent()
  @TextList({ max: MAX_FILTER_LABELS, item: ITEM.uuid, description: 'Labels that it gets.' })
  label_ids?: string[];

  @MayBeAbsent()
  @Flag()
  mark_read?: boolean;

  @MayBeAbsent()
  @Flag()
  star?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Puts it into the trash: it is neither forwarded nor answered by the settings of the mailbox.' })
  trash?: boolean;

  @MayBeAbsent()
  @TextList({
    max: MAX_FILTER_FORWARDS,
    item: ITEM.email,
    description:
      'Addresses that it is forwarded to. One outside the verified domains of the tenant has to consent first.',
  })
  forward_to?: string[];
}

@GraphqlInput('CreateMailboxFilterInput')
export class CreateFilterRequest {
  @Text({ min: 1, max: 100, pattern: ONE_LINE_OF_TEXT, form: 'one line of text', example: 'Invoices' })
  name: string;

  @Text({
    min: 1,
    max: SEARCH_LIMITS.characters,
    example: 'de:billing@x.test tem:anexo',
    description: 'Which mail, in the language of the search.',
  })
  q: string;

  @Nested(() => FilterActionsRequest, { description: 'At least one.' })
  actions: FilterActionsRequest;

  @MayBeAbsent()
  @Flag({ description: 'True if absent.' })
  enabled?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Whether no filter after it runs for mail that it finds; false if absent.' })
  stop?: boolean;
}

@GraphqlInput('UpdateMailboxFilterInput', 'What is absent stays; `actions` are replaced as a whole.')
export class UpdateFilterRequest extends PartialType(CreateFilterRequest, { skipNullProperties: false }) {}

@GraphqlInput('OrderMailboxFiltersInput')
export class OrderFiltersRequest {
  @TextList({ max: MAX_FILTERS, item: ITEM.uuid, description: 'All filters of the mailbox, in their new order.' })
  filter_ids: string[];
}

export function toNewFilter({ name, q, enabled = true, stop = false, actions }: CreateFilterRequest): FilterValues {
  return { name: name.trim(), query: q, enabled, stops: stop, ...toActions(actions) };
}

/** @throws Problem ValidationError if it changes nothing */
export function toFilterChanges({ name, q, enabled, stop, actions }: UpdateFilterRequest): Partial<FilterValues> {
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(q !== undefined && { query: q }),
    ...(enabled !== undefined && { enabled }),
    ...(stop !== undefined && { stops: stop }),
    ...(actions !== undefined && toActions(actions)),
  };
  if (Object.keys(changes).length > 0) return changes;
  throw new Problem('ValidationError', { message: 'There is nothing to change' });
}

/** Converts actions; one that the request does not name is off. */
function toActions(actions: FilterActionsRequest): FilterActions {
  return {
    folderId: actions.folder_id ?? null,
    labelIds: [...new Set((actions.label_ids ?? []).map((id) => id.toLowerCase()))],
    marksRead: actions.mark_read ?? false,
    stars: actions.star ?? false,
    trashes: actions.trash ?? false,
    forwardTo: actions.forward_to ?? [],
  };
}

@GraphqlObject('MailboxFilterActions', 'What is done with mail that a filter finds.')
export class FilterActionsObject {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  folder_id: string | null;

  @ApiProperty({ type: [String] })
  label_ids: string[];

  @ApiProperty()
  mark_read: boolean;

  @ApiProperty()
  star: boolean;

  @ApiProperty()
  trash: boolean;

  @ApiProperty({ type: [String] })
  forward_to: string[];
}

@GraphqlObject('MailboxFilter', 'What a mailbox does with mail that a search finds.')
export class FilterObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'Invoices' })
  name: string;

  @ApiProperty({ example: 'de:billing@x.test tem:anexo' })
  q: string;

  @ApiProperty({ type: 'integer', description: 'From 0: filters run in this order.' })
  position: number;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty()
  stop: boolean;

  @ApiProperty({ type: FilterActionsObject })
  actions: FilterActionsObject;

  @ApiProperty({ type: [String], description: 'Those of `forward_to` that have not consented: nothing goes to them.' })
  unconfirmed: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static of({ filter, unconfirmed }: FilterView): FilterObject {
    const { id, mailboxId, name, query, position, enabled, stops, createdAt, updatedAt } = filter;
    return {
      id,
      mailbox_id: mailboxId,
      name,
      q: query,
      position,
      enabled,
      stop: stops,
      actions: {
        folder_id: filter.folderId,
        label_ids: filter.labelIds,
        mark_read: filter.marksRead,
        star: filter.stars,
        trash: filter.trashes,
        forward_to: filter.forwardTo,
      },
      unconfirmed,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}

export class FilterListResponse {
  @ApiProperty({ type: [FilterObject] })
  filters: FilterObject[];

  static of(views: readonly FilterView[]): FilterListResponse {
    return { filters: views.map((view) => FilterObject.of(view)) };
  }
}
