import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TenantLoader } from '#libs/core/graphql';
import { MailboxObject } from '../../mailboxes/dto/mailbox.object.js';
import { readableMailbox } from '../../mailboxes/graphql/readable-mailbox.js';
import { CountedLabelObject } from '../label.dto.js';
import { type LabelsOfMailbox, LabelsService } from '../labels.service.js';

@Resolver(() => MailboxObject)
export class MailboxLabelsResolver {
  private readonly byMailbox: TenantLoader<string, LabelsOfMailbox>;

  constructor(labels: LabelsService) {
    this.byMailbox = new TenantLoader(
      (tenantId, ids) => labels.listMany(tenantId, ids),
      ({ mailboxId }) => mailboxId,
    );
  }

  @ResolveField(() => [CountedLabelObject], {
    nullable: true,
    description: 'Those of the system first, then by name; for users with a grant of the mailbox.',
  })
  async labels(@Parent() mailbox: MailboxObject): Promise<CountedLabelObject[]> {
    const found = await this.byMailbox.load(readableMailbox(mailbox));
    return found!.labels.map((label) => CountedLabelObject.ofCounted(label));
  }
}
