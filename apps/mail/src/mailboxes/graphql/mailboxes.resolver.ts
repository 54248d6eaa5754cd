import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { DomainsService } from '../../domains/domains.service.js';
import { MailboxObject } from '../dto/mailbox.object.js';
import type { Mailbox } from '../mailbox.entity.js';
import { MailboxesService } from '../mailboxes.service.js';
import { MailboxArgument } from './mailbox-argument.js';
import { DomainMailboxConnectionArgs, MailboxConnection, MailboxConnectionArgs } from './mailbox.types.js';

@Session()
@Resolver(() => MailboxObject)
export class MailboxesResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly domains: DomainsService,
    private readonly mailboxesService: MailboxesService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.mailboxes');
  }

  @Query(() => MailboxConnection, {
    nullable: true,
    description:
      'The mailboxes that the user may see, newest first: owners and admins of the account see all, other members those of ' +
      'which they have a grant.',
  })
  async mailboxes(@Args() args: MailboxConnectionArgs): Promise<MailboxConnection> {
    const grantedTo = args.granted === undefined ? undefined : currentSession().userId;
    const filters = { removed: args.removed !== undefined, grantedTo };
    return MailboxConnection.read(args, this.cursors, (page) =>
      this.mailboxesService.listPage(currentTenantId(), filters, page),
    );
  }

  @Session({ role: 'admin' })
  @Query(() => MailboxConnection, { nullable: true, description: 'The mailboxes of a domain, newest first.' })
  async domainMailboxes(@Args() args: DomainMailboxConnectionArgs): Promise<MailboxConnection> {
    const tenantId = currentTenantId();
    const domain = await this.domains.find(tenantId, args.domain_id);
    if (!domain) throw new Problem('NotFound');
    const filters = { domainId: domain.id, removed: args.removed !== undefined };
    return MailboxConnection.read(args, this.cursors, (page) =>
      this.mailboxesService.listPage(tenantId, filters, page),
    );
  }

  @Query(() => MailboxObject, { nullable: true, description: 'One mailbox; a removed one is not found.' })
  async mailbox(@MailboxArgument('visible') mailbox: Mailbox): Promise<MailboxObject> {
    return MailboxObject.of(await this.mailboxesService.describe(mailbox));
  }
}
