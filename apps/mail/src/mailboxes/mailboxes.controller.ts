import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, KeyOrSession, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { KnownDomain } from '../domains/known-domain.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import {
  CreateMailboxRequest,
  ListDomainMailboxesQuery,
  ListMailboxesQuery,
  MailboxPage,
  RemovedResponse,
  RestoredResponse,
  SetMailboxKindRequest,
  UpdateMailboxRequest,
} from './dto/mailbox.dto.js';
import { MailboxObject } from './dto/mailbox.object.js';
import { KnownMailbox } from './known-mailbox.js';
import { MailboxKindService } from './mailbox-kind.service.js';
import { MailboxRemoval } from './removal/mailbox-removal.service.js';
import { RESTORABLE_DAYS } from './mailbox-values.js';
import { Mailbox } from './mailbox.entity.js';
import { MailboxesService } from './mailboxes.service.js';

const KnownToAdmin = knownBy(MailboxRemoval, (removal, { id = '' }) => removal.find(currentTenantId(), id));

@ApiTags('Mailboxes')
@Controller()
export class MailboxesController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly mailboxes: MailboxesService,
    private readonly kinds: MailboxKindService,
    private readonly removal: MailboxRemoval,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.mailboxes');
  }

  @Post('domains/:id/mailboxes')
  @KeyOrSession('mail:admin', { role: 'admin' })
  @Created({
    summary: 'Create a mailbox in a domain',
    description:
      'The domain may still be pending: the mailbox receives once it is verified. Its owner is the user whose session asks ' +
      'for it; for a key, the owner of the tenant. 409 EnderecoEmUso if a mailbox has the address, or had it and can still ' +
      'be restored.',
    type: MailboxObject,
    location: ({ id }) => `/mailboxes/${id}`,
    errors: [409],
  })
  async create(@KnownDomain() domain: MailDomain, @Body() body: CreateMailboxRequest): Promise<MailboxObject> {
    const { local_part: localPart, display_name: displayName } = body;
    return MailboxObject.of(await this.mailboxes.create(domain, { localPart, displayName }));
  }

  @Get('domains/:id/mailboxes')
  @KeyOrSession('mail:admin', { role: 'admin' })
  @Operation({
    summary: 'List the mailboxes of a domain, newest first',
    description: '`next_cursor`, sent as `cursor`, begins the next page; it is empty after the last one.',
    success: { status: 200, type: MailboxPage },
  })
  async listOfDomain(
    @KnownDomain() { id: domainId }: MailDomain,
    @Query() query: ListDomainMailboxesQuery,
  ): Promise<MailboxPage> {
    const filters = { domainId, removed: query.removed !== undefined };
    return MailboxPage.read(query, this.cursors, (page) => this.mailboxes.listPage(currentTenantId(), filters, page));
  }

  @Get('mailboxes')
  @Session()
  @Operation({
    summary: 'List the mailboxes that the user may see, newest first',
    description: 'Owners and admins of the tenant see all of them; other members those of which they have a grant.',
    success: { status: 200, type: MailboxPage },
  })
  async list(@Query() query: ListMailboxesQuery): Promise<MailboxPage> {
    const grantedTo = query.granted === undefined ? undefined : currentSession().userId;
    const filters = { removed: query.removed !== undefined, grantedTo };
    return MailboxPage.read(query, this.cursors, (page) => this.mailboxes.listPage(currentTenantId(), filters, page));
  }

  @Get('mailboxes/:id')
  @Session()
  @Operation({
    summary: 'Read a mailbox',
    description: 'For everybody with a grant of it, and for owners and admins of the tenant.',
    success: { status: 200, type: MailboxObject },
  })
  async get(@KnownMailbox('visible') mailbox: Mailbox): Promise<MailboxObject> {
    return MailboxObject.of(await this.mailboxes.describe(mailbox));
  }

  @Patch('mailboxes/:id')
  @Session()
  @Operation({
    summary: 'Change the display name of a mailbox',
    description: 'For its owners and managers, and for owners and admins of the tenant.',
    success: { status: 200, type: MailboxObject },
  })
  async rename(@KnownMailbox('manager') mailbox: Mailbox, @Body() body: UpdateMailboxRequest): Promise<MailboxObject> {
    const changed = await this.mailboxes.change(mailbox, { displayName: body.display_name.trim() });
    return MailboxObject.of(await this.mailboxes.describe(changed));
  }

  @Put('mailboxes/:id/tipo')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Make a mailbox personal or collective',
    description:
      'For owners and admins of the tenant, never for a key. Only mailboxes that were made by hand or brought over become ' +
      'collective: 422 origem_automatica or origem_conta_iam for others. 422 CaixaAssinada while a subscription of a ' +
      'collective mailbox is active.',
    success: { status: 200, type: MailboxObject },
    errors: [422],
  })
  async setKind(@KnownMailbox('owner') mailbox: Mailbox, @Body() body: SetMailboxKindRequest): Promise<MailboxObject> {
    return MailboxObject.of(await this.kinds.set(mailbox, body.tipo));
  }

  @Delete('mailboxes/:id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Remove a mailbox',
    description:
      `It stops sending at once, and receiving within a second. For ${RESTORABLE_DAYS} days it can be restored; then its ` +
      'mail is deleted for good. 409 CaixaComVinculos while something is bound to it; `vinculos` names what.',
    success: { status: 200, type: RemovedResponse },
    errors: [409],
  })
  async remove(@KnownMailbox('owner') mailbox: Mailbox): Promise<RemovedResponse> {
    await this.removal.remove(mailbox);
    return { removed: true, address: mailbox.address };
  }

  @Post('mailboxes/:id/restaurar')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Restore a removed mailbox',
    description:
      'With its mail, grants and settings. 409 EnderecoEmUso if it is not removed; DominioRemovido if its domain is, and ' +
      'the tenant did not add it again.',
    success: { status: 200, type: RestoredResponse },
    errors: [409],
  })
  async restore(@KnownToAdmin() mailbox: Mailbox): Promise<RestoredResponse> {
    return { restored: true, mailbox: MailboxObject.of(await this.removal.restore(mailbox)) };
  }
}
