import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { ReceivedEmailView, WholeReceivedEmailView } from '../emails/received-email.dto.js';
import type { ReceivedEmail } from '../emails/received-email.entity.js';
import { ReceivedEmailsService } from '../emails/received-emails.service.js';
import { ReceivedEmailConnection, ReceivedEmailConnectionArgs } from './inbound.types.js';

/** The received message that the argument `id` names. */
const ReceivedEmailArgument = knownArgument('id', ReceivedEmailsService, (emails, id) =>
  emails.find(currentTenantId(), id),
);

@Session()
@Resolver(() => ReceivedEmailView)
export class ReceivedEmailsResolver {
  constructor(private readonly emails: ReceivedEmailsService) {}

  @Query(() => ReceivedEmailConnection, { nullable: true, description: 'The received e-mails, newest first.' })
  receivedEmails(@Args() args: ReceivedEmailConnectionArgs): Promise<ReceivedEmailConnection> {
    return ReceivedEmailConnection.read(args, (page) => this.emails.listPage(currentTenantId(), page));
  }

  @Query(() => WholeReceivedEmailView, {
    nullable: true,
    description: 'One received e-mail, with its texts and files. Its HTML is as it came, and not safe to show.',
  })
  async receivedEmail(@ReceivedEmailArgument() email: ReceivedEmail): Promise<WholeReceivedEmailView> {
    return WholeReceivedEmailView.ofWhole(await this.emails.whole(email));
  }
}
