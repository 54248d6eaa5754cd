import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { KnownMailbox } from '../../mailboxes/known-mailbox.js';
import { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  CreateFilterRequest,
  FilterListResponse,
  FilterObject,
  OrderFiltersRequest,
  toFilterChanges,
  toNewFilter,
  UpdateFilterRequest,
} from './filter.dto.js';
import { MAX_FILTERS } from './filter-values.js';
import { FiltersService } from './filters.service.js';

@ApiTags('Rules')
@Session()
@Controller('mailboxes/:id/filters')
export class FiltersController {
  constructor(private readonly filters: FiltersService) {}

  @Get()
  @Operation({
    summary: 'List the filters of a mailbox, in their order',
    description: `All of them, ${MAX_FILTERS} at most. For everybody with a grant of the mailbox, and for admins of the tenant.`,
    success: { status: 200, type: FilterListResponse },
  })
  async list(@KnownMailbox('visible') mailbox: Mailbox): Promise<FilterListResponse> {
    return FilterListResponse.of(await this.filters.list(mailbox));
  }

  @Post()
  @Created({
    summary: 'Add a filter, which runs after the others',
    description:
      'It runs for mail that arrives, before forwarding and automatic replies; not for spam and quarantine. `etiqueta:` in ' +
      'its search finds nothing, since new mail has no labels. 400 BuscaInvalida for a search that is not valid, 409 at ' +
      `${MAX_FILTERS}, 429 if too many addresses were asked for their consent today. For owners and managers of the mailbox, ` +
      'and for admins of the tenant; forwarding takes a role in the mailbox.',
    type: FilterObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/filters/${id}`,
    errors: [409, 429],
  })
  async create(@KnownMailbox('manager') mailbox: Mailbox, @Body() body: CreateFilterRequest): Promise<FilterObject> {
    return FilterObject.of(await this.filters.create(mailbox, toNewFilter(body)));
  }

  @Put()
  @Operation({
    summary: 'Set the order in which the filters of a mailbox run',
    description: '400 unless each filter of the mailbox is named once.',
    success: { status: 200, type: FilterListResponse },
  })
  async order(
    @KnownMailbox('manager') mailbox: Mailbox,
    @Body() { filter_ids: ids }: OrderFiltersRequest,
  ): Promise<FilterListResponse> {
    return FilterListResponse.of(await this.filters.order(mailbox, ids));
  }

  @Get(':filterId')
  @Operation({
    summary: 'Read a filter',
    description: '404 for one of another mailbox, as for one that does not exist.',
    success: { status: 200, type: FilterObject },
  })
  async get(@KnownMailbox('visible') mailbox: Mailbox, @Param('filterId') filterId: string): Promise<FilterObject> {
    return FilterObject.of(await this.filters.get(mailbox, filterId));
  }

  @Patch(':filterId')
  @Operation({
    summary: 'Change a filter',
    description: 'What is not given stays; `actions` are replaced as a whole.',
    success: { status: 200, type: FilterObject },
    errors: [429],
  })
  async update(
    @KnownMailbox('manager') mailbox: Mailbox,
    @Param('filterId') filterId: string,
    @Body() body: UpdateFilterRequest,
  ): Promise<FilterObject> {
    return FilterObject.of(await this.filters.update(mailbox, filterId, toFilterChanges(body)));
  }

  @Delete(':filterId')
  @Operation({
    summary: 'Delete a filter',
    description: 'Mail that it moved, marked or forwarded stays as it is.',
    success: { status: 204 },
  })
  async delete(@KnownMailbox('manager') mailbox: Mailbox, @Param('filterId') filterId: string): Promise<void> {
    await this.filters.delete(mailbox, filterId);
  }
}
