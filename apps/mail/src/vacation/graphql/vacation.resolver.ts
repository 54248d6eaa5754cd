import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { SetVacationRequest, toVacation, VacationObject } from '../vacation.dto.js';
import { VacationService } from '../vacation.service.js';

@Session()
@Resolver(() => VacationObject)
export class VacationResolver {
  constructor(private readonly vacation: VacationService) {}

  @Query(() => VacationObject, { nullable: true, description: 'What a mailbox answers by itself.' })
  async mailboxVacation(@MailboxArgument('visible') mailbox: Mailbox): Promise<VacationObject> {
    return VacationObject.of(await this.vacation.get(mailbox));
  }

  @Mutation(() => VacationObject, {
    nullable: true,
    description: 'Sets what a mailbox answers by itself, in place of what was set.',
  })
  async setMailboxVacation(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') input: SetVacationRequest,
  ): Promise<VacationObject> {
    return VacationObject.of(await this.vacation.set(mailbox, toVacation(input)));
  }
}
