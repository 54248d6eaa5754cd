import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { type KnownIdentity, IdentitiesService } from './identities.service.js';
import {
  CreateIdentityRequest,
  IdentityListResponse,
  IdentityObject,
  toIdentityValues,
  UpdateIdentityRequest,
} from './identity.dto.js';

const Known = knownBy(IdentitiesService, (identities, { id = '', identityId = '' }) =>
  identities.authorize(id, identityId),
);

@ApiTags('Composing')
@Session()
@Controller('mailboxes/:id/identities')
export class IdentitiesController {
  constructor(private readonly identities: IdentitiesService) {}

  @Get()
  @Operation({
    summary: 'List the addresses that a mailbox sends as, beside its own',
    description: '50 at most, by address.',
    success: { status: 200, type: IdentityListResponse },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox): Promise<IdentityListResponse> {
    return { identities: (await this.identities.list(mailbox)).map((one) => IdentityObject.of(one)) };
  }

  @Post()
  @Created({
    summary: 'Add an address that a mailbox sends as',
    description:
      'It is the own address with another name, that of another mailbox which the user may send from, or, for admins, one of ' +
      'a verified domain without a mailbox. 400 for an address of another domain; 409 for one that has an identity, and at 50.',
    type: IdentityObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/identities/${id}`,
    errors: [409],
  })
  async create(@KnownMailbox('sender') mailbox: Mailbox, @Body() body: CreateIdentityRequest): Promise<IdentityObject> {
    const values = { ...toIdentityValues(body), address: body.address.toLowerCase() };
    return IdentityObject.of(await this.identities.create(mailbox, values));
  }

  @Get(':identityId')
  @Operation({
    summary: 'Read an identity',
    description: 'It needs the role sender in the mailbox.',
    success: { status: 200, type: IdentityObject },
  })
  get(@Known() { identity }: KnownIdentity): IdentityObject {
    return IdentityObject.of(identity);
  }

  @Patch(':identityId')
  @Operation({
    summary: 'Change an identity',
    description: 'What is not given stays. 409 for an address that has another identity.',
    success: { status: 200, type: IdentityObject },
    errors: [409],
  })
  async update(@Known() known: KnownIdentity, @Body() body: UpdateIdentityRequest): Promise<IdentityObject> {
    return IdentityObject.of(await this.identities.update(known, toIdentityValues(body)));
  }

  @Delete(':identityId')
  @Operation({
    summary: 'Remove an identity',
    description: 'Nothing more is sent as it; what was sent stays.',
    success: { status: 204 },
  })
  async delete(@Known() known: KnownIdentity): Promise<void> {
    await this.identities.delete(known);
  }
}
