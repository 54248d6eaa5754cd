import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { DomainArgument } from '../../domains/graphql/domain-argument.js';
import type { KeyedMailDomain } from '../../domains/mail-domain.js';
import { CreateMailboxRequest, SetMailboxKindRequest, UpdateMailboxRequest } from '../dto/mailbox.dto.js';
import { MailboxObject } from '../dto/mailbox.object.js';
import { MailboxKindService } from '../mailbox-kind.service.js';
import { MailboxRemoval } from '../removal/mailbox-removal.service.js';
import type { Mailbox } from '../mailbox.entity.js';
import { MailboxesService } from '../mailboxes.service.js';
import { MailboxQuotaObject, SetMailboxQuotaRequest } from '../quota/quota.dto.js';
import { MailboxArgument } from './mailbox-argument.js';

const ArgumentOfAdmin = knownArgument('mailbox_id', MailboxRemoval, (removal, id) =>
  removal.find(currentTenantId(), id),
);

@Session({ role: 'admin' })
@Resolver(() => MailboxObject)
export class MailboxChangesResolver {
  constructor(
    private readonly mailboxes: MailboxesService,
    private readonly kinds: MailboxKindService,
    private readonly removal: MailboxRemoval,
  ) {}

  @Mutation(() => MailboxObject, {
    nullable: true,
    description: 'A new mailbox in a domain; its owner is the user who asks. EnderecoEmUso if its address is taken.',
  })
  async createMailbox(
    @DomainArgument() domain: KeyedMailDomain,
    @Args('input') { local_part: localPart, display_name: displayName }: CreateMailboxRequest,
  ): Promise<MailboxObject> {
    return MailboxObject.of(await this.mailboxes.create(domain, { localPart, displayName }));
  }

  @Session()
  @Mutation(() => MailboxObject, {
    nullable: true,
    description: 'Changes the display name; for owners and managers of the mailbox, and for admins of the account.',
  })
  async updateMailbox(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') { display_name }: UpdateMailboxRequest,
  ): Promise<MailboxObject> {
    const changed = await this.mailboxes.change(mailbox, { displayName: display_name.trim() });
    return MailboxObject.of(await this.mailboxes.describe(changed));
  }

  @Mutation(() => MailboxObject, {
    nullable: true,
    description: 'Makes a mailbox personal or collective. Only one made by hand or brought over becomes collective.',
  })
  async setMailboxKind(
    @MailboxArgument('owner') mailbox: Mailbox,
    @Args('input') { tipo }: SetMailboxKindRequest,
  ): Promise<MailboxObject> {
    return MailboxObject.of(await this.kinds.set(mailbox, tipo));
  }

  @Mutation(() => MailboxQuotaObject, { nullable: true, description: 'Sets how much mail a mailbox may hold.' })
  async setMailboxQuota(
    @MailboxArgument('owner') mailbox: Mailbox,
    @Args('input') { quota_bytes: quotaBytes }: SetMailboxQuotaRequest,
  ): Promise<MailboxQuotaObject> {
    return MailboxQuotaObject.of(await this.mailboxes.change(mailbox, { quotaBytes }));
  }

  @Mutation(() => ID, {
    nullable: true,
    description:
      'Removes a mailbox: it stops sending at once and receiving within a second, and can be restored for some days. ' +
      'CaixaComVinculos while something is bound to it; `vinculos` of the error names what. Answers its id.',
  })
  async deleteMailbox(@MailboxArgument('owner') mailbox: Mailbox): Promise<string> {
    await this.removal.remove(mailbox);
    return mailbox.id;
  }

  @Mutation(() => MailboxObject, {
    nullable: true,
    description: 'Restores a removed mailbox with its mail, grants and settings.',
  })
  async restoreMailbox(@ArgumentOfAdmin() mailbox: Mailbox): Promise<MailboxObject> {
    return MailboxObject.of(await this.removal.restore(mailbox));
  }
}
